/** Lua: sets `now` in ms by the clock of Redis, so that processes with different clocks agree. */
export const TIME = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`
