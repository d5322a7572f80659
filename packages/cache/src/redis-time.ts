/** For scripts, `now` in ms: Redis' own time, so that processes whose clocks differ wait for the same moment. */
export const TIME = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`
