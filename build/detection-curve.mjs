// Writes docs/detection.svg: the deviations that a run notices against the requests that it may send.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as echarts from 'echarts';
import { DETECTION_ORDER } from '../suites/detection-order.js';

/** The limits that the chart marks: that of the budget quick, and two more. */
const MARKED = [150, 500, 1500];
const FONT = 'system-ui, sans-serif';
const GREY = '#767676';

const curve = [[0, 0]];
const sent = new Set();
for (const { requests, gain } of DETECTION_ORDER) {
  for (const one of requests) sent.add(one);
  curve.push([sent.size, curve.at(-1)[1] + gain * 100]);
}
const shareAt = (most) => curve.findLast(([requests]) => requests <= most)[1];
const [end] = curve.at(-1);
const axis = (name) => ({
  type: 'value',
  name,
  nameLocation: 'middle',
  nameGap: 32,
  nameTextStyle: { color: GREY },
  axisLabel: { color: GREY },
  axisLine: { lineStyle: { color: GREY } },
  splitLine: { lineStyle: { color: GREY, opacity: 0.2 } },
});
const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 720, height: 340 });
chart.setOption({
  animation: false,
  textStyle: { fontFamily: FONT },
  grid: { left: 64, right: 24, top: 16, bottom: 52 },
  xAxis: { ...axis('requests'), max: Math.ceil(end / 500) * 500 },
  yAxis: { ...axis('known deviations noticed (%)'), max: 100 },
  series: [
    {
      type: 'line',
      showSymbol: false,
      data: curve,
      lineStyle: { width: 2, color: '#2f6fde' },
      markPoint: {
        symbol: 'circle',
        symbolSize: 7,
        itemStyle: { color: '#2f6fde' },
        label: { position: 'right', offset: [2, 12], color: GREY, formatter: ({ name }) => name },
        data: MARKED.map((most) => ({
          name: `${most} requests: ${Math.floor(shareAt(most))}%`,
          coord: [most, shareAt(most)],
        })),
      },
    },
  ],
});
// The styles are those of a pointer over the chart, which an image does not have.
const svg = chart
  .renderToSVGString()
  .replace(/<style[\s\S]*<\/style>\s*/, '')
  .replace(/^<svg[^>]*>/, '$&\n<title>Known deviations that a run notices, by the number of requests</title>');
chart.dispose();
writeFileSync(join(import.meta.dirname, '..', 'docs', 'detection.svg'), `${svg}\n`);
