# Executes the given program: sh -c "$guard" sh <signal> <seconds> <program> <argument>...
#
# First it starts a watcher in the same process group, which must be a group of its own. The watcher reads the caller's
# end of a pipe, which is closed when the caller ends, by kill -9 too. Then the watcher sends the signal to the group, and
# SIGKILL if the program still runs after the timeout. The watcher is no child of the program, which does not expect one,
# and as a member of the group it keeps the group's number from being reused.
signal=$1
seconds=$2
shift 2
exec 3<&0
( {
  trap '' HUP INT TERM
  read -r _ <&3
  kill -s "$signal" -- "-$$"
  tries=$((seconds * 5))
  while [ "$tries" -gt 0 ] && kill -s 0 "$$"; do
    sleep 0.2
    tries=$((tries - 1))
  done
  kill -s 0 "$$" && kill -s KILL -- "-$$"
} >/dev/null 2>&1 & )
exec "$@" 3<&- </dev/null
