export { answer, type CallContext } from './answer.ts'
export { callerOf, createApp } from './app.ts'
export type { Access, App } from './app-type.ts'
export {
  type CallTransport,
  callsBy,
  type Outcome,
  type ServiceCall,
  type ServiceCalls,
  type ServiceReply,
} from './ask.ts'
export { assembleService } from './assemble-service.ts'
export { ConfigError, processSchema, readEnvironment, serviceSchema, serviceUrls } from './config.ts'
export { every } from './every.ts'
export { everyDue } from './every-due.ts'
export { isRepeated, onceFor, type Reply, startIdempotencySweep } from './idempotency.ts'
export {
  type Caller,
  generateIdentityKeys,
  IDENTITY_HEADER,
  type IdentitySigner,
  type IdentityVerifier,
  identitySigner,
  identityVerifier,
} from './identity-token.ts'
export { httpCalls, inProcessCalls } from './internal-calls.ts'
export { createLogger, type Logger, silentLogger } from './logger.ts'
export type { Platform, Running, Service } from './platform.ts'
export type { ServiceDefinition } from './service-definition.ts'
