/** The tally of the cache to which every gateway gives how many sockets it holds. */
export const OPEN_SOCKETS = 'open-sockets'

/** The tally of the cache to which every gateway that takes sockets gives 1. */
export const READY_GATEWAYS = 'ready-gateways'
