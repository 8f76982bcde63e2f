import { terminalText } from '../../terminal-text.js';

const HEIGHT = 28;
const STEP = 6;

interface BarsProps {
  readonly label: string;
  readonly values: readonly number[];
  /** How many places there are, so that charts below each other share an axis. */
  readonly places: number;
  /** The value of a full bar. */
  readonly most: number;
}

/** Numbers as bars on one line, over an axis of `places`. What is not 0 is seen, however small it is. */
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
