// Writes bench/sizes.svg from the output of sizes.mjs: node bench/sizes-chart.mjs FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as echarts from 'echarts';

const FONT = 'system-ui, sans-serif';
const GREY = '#767676';
const SERIES = [
  { name: 'CPU of the check (s)', color: '#2f6fde', yAxisIndex: 0, of: ({ cpuMs }) => cpuMs / 1000 },
  { name: 'memory of the check (MB)', color: '#c2571a', yAxisIndex: 1, of: ({ mb }) => mb },
];

const measured = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const text = { color: GREY };
const valueAxis = (name) => ({
  type: 'value',
  name,
  min: 0,
  nameTextStyle: text,
  axisLabel: text,
  splitLine: { lineStyle: { color: GREY, opacity: 0.2 } },
});
const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 720, height: 340 });
chart.setOption({
  animation: false,
  textStyle: { fontFamily: FONT },
  legend: { bottom: 0, textStyle: text },
  grid: { left: 56, right: 64, top: 36, bottom: 72 },
  xAxis: {
    type: 'category',
    name: 'users of the tenant',
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: text,
    axisLabel: text,
    data: measured.map(({ users }) => users.toLocaleString('en')),
  },
  yAxis: [valueAxis('s'), { ...valueAxis('MB'), splitLine: { show: false } }],
  series: SERIES.map(({ name, color, yAxisIndex, of }) => ({
    type: 'line',
    name,
    yAxisIndex,
    symbol: 'circle',
    symbolSize: 7,
    itemStyle: { color },
    lineStyle: { width: 2, color },
    data: measured.map((one) => Number(of(one).toFixed(2))),
  })),
});
// The styles are those of a pointer over the chart, which an image does not have.
const svg = chart
  .renderToSVGString()
  .replace(/<style[\s\S]*<\/style>\s*/, '')
  .replace(/^<svg[^>]*>/, '$&\n<title>CPU time and memory of a check, by the number of users of the tenant</title>');
chart.dispose();
writeFileSync(join(import.meta.dirname, 'sizes.svg'), `${svg}\n`);
