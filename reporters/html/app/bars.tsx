import { terminalText } from '../../terminal-text.js';

const HEIGHT = 28;
const STEP = 6;

interface BarsProps {
  readonly label: string;
  readonly values: readonly number[];
  /** The number of bars, so that charts below each other share an axis. */
  readonly places: number;
  /** The value of a full bar. */
  readonly most: number;
}

/** A row of bars over an axis of `places`. Every value other than 0 is visible, however small. */
export function Bars({ label, values, places, most }: BarsProps) {
  return (
    <svg
      class="bars"
      role="img"
      aria-label={terminalText(label)}
      viewBox={`0 0 ${places * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {values.map((value, place) => {
        if (value === 0) return null;
        const height = Math.max(2, (value / most) * HEIGHT);
        return <rect key={place} x={place * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />;
      })}
    </svg>
  );
}
