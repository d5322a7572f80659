export { assembleService } from './assemble-service.ts'
export {
  type Caller,
  generateIdentityKeys,
  IDENTITY_HEADER,
  type IdentitySigner,
  type IdentityVerifier,
  identitySigner,
  identityVerifier,
} from './calls/identity-token.ts'
export { httpCalls, inProcessCalls } from './calls/internal-calls.ts'
export {
  type CallTransport,
  callsBy,
  type Outcome,
  type ServiceCall,
  type ServiceCalls,
  type ServiceReply,
} from './calls/rpc.ts'
export { ConfigError, processSchema, readEnvironment, serviceSchema, serviceUrls } from './config.ts'
export { callerOf, createApp } from './http/app.ts'
export type { Access, App } from './http/app-type.ts'
export { isReplay, type Reply, runIdempotent, startIdempotencySweep } from './http/idempotency.ts'
export { type CallContext, registerInternalRoute } from './http/internal-route.ts'
export { registerRoute } from './http/route.ts'
export { createLogger, type Logger, silentLogger } from './logger.ts'
export type { BackgroundTask, Platform, Service } from './platform.ts'
export { runDueTasks } from './scheduling/run-due-tasks.ts'
export { runPeriodically } from './scheduling/run-periodically.ts'
export type { ServiceDefinition } from './service-definition.ts'
