import type { Power as PowerData } from '../../../schemas/generated/touchstone.js';
import { thousands } from '../../numbers.js';
import { blindSpotText, powerSentences } from '../../power-text.js';
import { Text } from './text.js';

/** Which deviations the run would notice: the share, the share of each operation, and the blind spots. */
export function Power({ power }: { readonly power: PowerData }) {
  return (
    <section aria-labelledby="power">
      <h2 id="power" tabIndex={-1}>
        Power
      </h2>
      {powerSentences(power).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <table>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Injected</th>
            <th scope="col">Noticed</th>
          </tr>
        </thead>
        <tbody>
          {power.byOperation.map(({ operation, injected, noticed }) => (
            <tr key={operation}>
              <th scope="row">
                <Text>{operation}</Text>
              </th>
              <td>{thousands(injected)}</td>
              <td>{thousands(noticed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {power.blindSpots.length > 0 && (
        <>
          <h3>Blind spots</h3>
          <ul>
            {power.blindSpots.map((spot) => (
              <li key={`${spot.operation}/${spot.rule}`}>
                <Text>{blindSpotText(spot)}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
