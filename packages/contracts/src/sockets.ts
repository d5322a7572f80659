/** The tally of the cache to which every gateway gives how many sockets it holds. */
export const OPEN_SOCKETS = 'open-sockets'
