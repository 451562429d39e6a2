# Passes when out/greet.sh greets whom it is told to.
[ "$(sh out/greet.sh Ada)" = "hello, Ada" ] || exit 1
: >out/tested
echo passed
