#!/bin/sh
# Checks $SERVICE_URL after a deployment, and fails only for what is worse than after the last one that was good.
# The token is in TOUCHSTONE_TOKEN. The folder "conformance" is kept from one deployment to the next.
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
  1) echo 'The service got worse: roll back, or look at conformance/now.json.' >&2 ;;
  3) echo 'The service could not be judged: is it up, and is the token right?' >&2 ;;
  *) echo "touchstone ended with $code: see what it says above." >&2 ;;
esac
exit "$code"
