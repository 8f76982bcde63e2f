// The lower bound: sends the recorded requests in order, with a fixed concurrency, and discards each response.
// Arguments: the file with the requests, the origin, the number of requests in flight.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [file, origin, inFlight] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file, 'utf8'));
const pool = new Pool(origin, { connections: Number(inFlight) });
let next = 0;

async function sendInTurn() {
  while (next < requests.length) {
    const { method, path, headers } = requests[next];
    next += 1;
    const { body } = await pool.request({ method, path, headers });
    await body.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, sendInTurn));
await pool.close();
