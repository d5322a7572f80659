/** All services, as events, calls and routes name them. `infra/product` lists those installed. */
export const SERVICES = ['identity', 'weekends', 'tipping', 'admin', 'groups', 'chat', 'engagement'] as const
export type ServiceName = (typeof SERVICES)[number]
