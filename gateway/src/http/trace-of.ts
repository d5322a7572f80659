import type { FastifyRequest } from 'fastify'

/** The trace the client says its request belongs to. */
export const traceOf = ({ headers: { traceparent } }: Pick<FastifyRequest, 'headers'>): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {}
