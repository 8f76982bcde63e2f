#!/bin/sh
# Checks $SERVICE_URL after a deployment, and fails only if it is worse than after the last good deployment.
# Expects the token in TOUCHSTONE_TOKEN. Keep the folder "conformance" between deployments.
set -eu
mkdir -p conformance
set -- --base-url "$SERVICE_URL" --quiet --report json=conformance/now.json
if [ -f conformance/good.json ]; then
  set -- "$@" --compare conformance/good.json
fi
if [ -f touchstone.baseline.yaml ]; then
  set -- "$@" --baseline touchstone.baseline.yaml --allow-fixed
fi

code=0
npx touchstone check "$@" || code=$?
case $code in
  0) mv conformance/now.json conformance/good.json ;;
  1) echo 'The service got worse: roll back, or see conformance/now.json.' >&2 ;;
  3) echo 'The service could not be judged: check that it is up and that the token is valid.' >&2 ;;
  *) echo "touchstone exited with code $code: see its output above." >&2 ;;
esac
exit "$code"
