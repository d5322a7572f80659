#!/bin/sh
# bare-machine.sh <command…>: runs a command that cannot find any browser or font of this machine, as on a machine with
# nothing but npm. They are hidden in a mount namespace, which needs root or a kernel that lets users create one.
# Elsewhere the command runs all the same, and the browsers and fonts that it could find are printed before and after.
set -u
clone=$(cd "$(dirname "$0")/../.." && pwd -P)
self=$clone/infra/test/bare-machine.sh

BROWSERS='chromium chromium-browser chromium-headless-shell google-chrome google-chrome-stable chrome'
FONT_FOLDERS="/usr/share/fonts /usr/local/share/fonts /usr/share/X11/fonts /usr/share/fontconfig /etc/fonts
  /usr/local/etc/fonts $HOME/.fonts $HOME/.local/share/fonts $HOME/.config/fontconfig"

# Lists the browsers and fonts that can be found, one per line.
found() {
  for name in $BROWSERS; do command -v "$name"; done
  find $FONT_FOLDERS /tmp -path "$clone" -prune -o \( -iname '*.[ot]t[fc]' -o -iname '*.pf[ab]' -o -iname '*.pcf*' \
    -o -iname '*.woff*' -o -name 'fonts.conf' \) -print 2>/dev/null
  if command -v fc-list >/dev/null; then fc-list 2>/dev/null; fi
}

# Runs in the namespace: hides the folders and programs, mounts an empty /tmp, and continues as the original user.
hide() {
  space=$1 user=$2 group=$3
  shift 3
  mkdir "$space/tmp" "$space/nothing" && chmod 1777 "$space/tmp" || return 1
  for folder in $FONT_FOLDERS /usr/lib/chromium /usr/lib/chromium-browser /opt/google; do
    if [ -d "$folder" ]; then mount --bind "$space/nothing" "$folder" || return 1; fi
  done
  for name in $BROWSERS; do
    while path=$(command -v "$name"); do mount --bind /dev/null "$path" || return 1; done
  done
  case $clone in /tmp/*) mkdir -p "$space$clone" && mount --bind "$clone" "$space$clone" || return 1 ;; esac
  mount --rbind "$space/tmp" /tmp && cd "$clone" || return 1
  if [ "$user" != 0 ]; then set -- unshare --user --map-user="$user" --map-group="$group" "$@"; fi
  exec "$@"
}

unset CHROMIUM_PATH FONTCONFIG_FILE FONTCONFIG_PATH FONTCONFIG_SYSROOT TMPDIR XDG_DATA_HOME XDG_CONFIG_HOME
case ${1:-} in
  --hide) shift; hide "$@"; exit 1 ;;
  --prove)
    shift
    left=$(found)
    if [ -n "$left" ]; then printf 'These should be hidden, but can be found:\n%s\n' "$left"; exit 1; fi
    echo 'No browser and no font of this machine can be found.'
    exec "$@" ;;
esac

cd "$clone" || exit 1
namespace='unshare --mount'
if [ "$(id -u)" != 0 ]; then namespace="$namespace --user --map-root-user"; fi
space=$(mktemp -d /var/tmp/purple-sector-bare.XXXXXX) || exit 1
chmod 755 "$space"
trap 'rm -rf "$space"' EXIT
trap 'exit 143' HUP INT TERM

if $namespace sh -c 'mount --bind "$0" "$0"' "$space" 2>/dev/null; then
  $namespace sh "$self" --hide "$space" "$(id -u)" "$(id -g)" sh "$self" --prove "$@"
  exit
fi
left=$(found)
note="NOT HIDDEN, because this machine allows no mount namespaces: its browsers and fonts are
$left"
if [ -n "$left" ]; then echo "$note"; fi
"$@"
status=$?
if [ -n "$left" ]; then echo "$note"; fi
exit $status
