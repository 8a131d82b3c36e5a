# shellcheck shell=bash
# A bare Debian in a folder, and copies of it to try things in. To be sourced behind say.sh; root and debootstrap are
# needed. The caller sets `base`, the folder that keeps the bare systems, and `suite`, Debian's name of the release.
bare=${base:?}/${suite:?}
system=$base/tried

# What this machine installs from: the new system has the same mirror.
mirror() {
  local found
  found=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
  [ -n "$found" ] || found=$(awk '$1 == "deb" { print $2; exit }' /etc/apt/sources.list 2>/dev/null) || true
  printf '%s' "$found"
}

# This machine's sources of packages with another release's name, so that proxies and keys come along.
copy_sources() {
  local own
  own=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
  rm -rf "$bare/etc/apt"
  cp -a /etc/apt "$bare/etc/apt"
  find "$bare/etc/apt" \( -name '*.sources' -o -name '*.list' \) -exec sed -i "s/\b$own\b/$suite/g" {} +
  cp -a /usr/share/keyrings/. "$bare/usr/share/keyrings/"
  cp -aL --remove-destination /etc/ssl/certs/. "$bare/etc/ssl/certs/"
}

make_bare() {
  local from
  [ ! -e "$bare/.done" ] || return 0
  say "making a bare Debian ($suite) in $bare"
  umount "$bare/proc" "$bare/sys" 2>/dev/null || true # what an attempt that was killed has left
  rm -rf --one-file-system "$bare"
  mkdir -p "$bare"
  from=$(mirror)
  debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$bare" ${from:+"$from"} >"$base/debootstrap.log" 2>&1 || {
    show_end "$base/debootstrap.log"
    refuse 1 "debootstrap could not make the system"
  }
  copy_sources
  touch "$bare/.done"
}

leave() {
  umount "$system/proc" "$system/dev" 2>/dev/null || true
  rm -rf --one-file-system "$system"
}

# A copy of the bare system, with what it needs to run programs and to reach the network.
enter_new() {
  leave
  cp -a --reflink=auto "$bare" "$system"
  mount -t proc proc "$system/proc"
  mount --bind /dev "$system/dev"
  cp -L /etc/resolv.conf /etc/hosts "$system/etc/" 2>/dev/null || true
}

# inside COMMANDS: as root of the new system, with no variable of ours but those of a proxy.
inside() {
  local proxies
  mapfile -t proxies < <(env | grep -iE '^(https?|no)_proxy=' || true)
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    "${proxies[@]}" chroot "$system" bash -euc "cd && $1"
}

# need_root_and_debootstrap COMMAND: refuses where COMMAND cannot make a system.
need_root_and_debootstrap() {
  [ "$(id -u)" = 0 ] || refuse 2 "only root may make a system of its own. Type: sudo $1."
  command -v debootstrap >/dev/null || refuse 2 "debootstrap is missing, and it makes the bare system. Type: apt-get install debootstrap."
}
