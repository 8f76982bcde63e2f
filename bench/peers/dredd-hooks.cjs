// Loaded by Dredd: does with each transaction what the plan says, and writes down how it ended.
const { appendFileSync, readFileSync } = require('node:fs');
const hooks = require('hooks');

const plan = JSON.parse(readFileSync(process.env.DREDD_PLAN, 'utf8'));
const tell = (outcome) => appendFileSync(process.env.DREDD_OUTCOMES, `${JSON.stringify(outcome)}\n`);

hooks.beforeEach((transaction, done) => {
  const [path] = transaction.name.split(' > ');
  const planned = plan[`${path} ${transaction.expected.statusCode}`];
  if (planned === undefined) {
    transaction.skip = true;
    return done();
  }
  // The example that Dredd makes of a schema has a null wherever one is allowed; the schema itself says what is.
  delete transaction.expected.body;
  transaction.expected.bodySchema = planned.schema;
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

// Dredd compares media types as texts; parameters and case make no difference to anybody else.
hooks.beforeEachValidation((transaction, done) => {
  const { headers } = transaction.real;
  if (headers['content-type']) headers['content-type'] = headers['content-type'].split(';')[0].trim().toLowerCase();
  done();
});

hooks.afterEach(({ name, test }, done) => {
  // Without an answer there is no test.
  const { status, message } = test ?? { status: 'error', message: 'no answer' };
  tell({ name, status, message });
  done();
});

// What Dredd prints is cut off where it is long, so that its end does not tell whether it came to an end.
hooks.afterAll((_transactions, done) => {
  tell({ ended: true });
  done();
});
