// Loaded by Dredd. Applies the plan to each transaction and appends its outcome to a file.
const { appendFileSync, readFileSync } = require('node:fs');
const hooks = require('hooks');

const plan = JSON.parse(readFileSync(process.env.DREDD_PLAN, 'utf8'));
const append = (outcome) => appendFileSync(process.env.DREDD_OUTCOMES, `${JSON.stringify(outcome)}\n`);

hooks.beforeEach((transaction, done) => {
  const [path] = transaction.name.split(' > ');
  const planned = plan[`${path} ${transaction.expected.statusCode}`];
  if (planned === undefined) {
    transaction.skip = true;
    return done();
  }
  // Dredd's generated example has a null wherever one is allowed, so compare with the schema instead.
  delete transaction.expected.body;
  if (planned.schema !== undefined) transaction.expected.bodySchema = planned.schema;
  if (planned.anonymous) delete transaction.request.headers.Authorization;
  const steps = transaction.fullPath.split('/');
  const template = path.split('/');
  for (const { name, in: place, value } of planned.parameters) {
    if (place === 'path') steps[template.indexOf(`{${name}}`)] = value;
    else steps.push(`${steps.pop()}?${name}=${encodeURIComponent(value)}`);
  }
  transaction.fullPath = steps.join('/');
  done();
});

// Dredd compares media types as strings, but parameters and case do not matter.
hooks.beforeEachValidation((transaction, done) => {
  const { headers } = transaction.real;
  if (headers['content-type']) headers['content-type'] = headers['content-type'].split(';')[0].trim().toLowerCase();
  done();
});

hooks.afterEach(({ name, test }, done) => {
  // Without a response, Dredd sets no test.
  const { status, message } = test ?? { status: 'error', message: 'no response' };
  append({ name, status, message });
  done();
});

// Dredd truncates long output, so a marker in the file shows that the run is complete.
hooks.afterAll((_transactions, done) => {
  append({ ended: true });
  done();
});
