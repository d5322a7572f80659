/** Distributed gauge of the cache to which every gateway adds its number of sockets. */
export const OPEN_SOCKETS = 'open-sockets'

/** Distributed gauge of the cache to which every gateway that accepts sockets adds 1. */
export const READY_GATEWAYS = 'ready-gateways'
