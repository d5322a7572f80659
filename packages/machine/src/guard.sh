# Becomes the program that follows: sh -c "$guard" sh <signal> <seconds> <program> <argument>...
#
# Before that it leaves a watcher in its process group, which must be its own, reading our caller's end of a pipe. The
# pipe ends when the caller does, by kill -9 too: then the watcher sends the signal to the group, and SIGKILL where the
# program still runs after so many seconds. It is no child of the program, which would not know what to make of it, and
# as a member it keeps the group's number from becoming a stranger's.
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
