import type { FastifyRequest } from 'fastify'

/** The client's trace, if it sent one. */
export const traceOf = ({ headers: { traceparent } }: Pick<FastifyRequest, 'headers'>): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {}
