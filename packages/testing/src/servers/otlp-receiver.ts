import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import { z } from 'zod'

/** The part of OpenTelemetry's `collector/trace/v1/trace_service.proto` that tests read; numbers are its. */
const { root } = protobuf.parse(`
syntax = "proto3";
message Value { oneof value { string text = 1; bool flag = 2; int64 integer = 3; double number = 4; } }
message Attribute { string key = 1; Value value = 2; }
message Resource { repeated Attribute attributes = 1; }
message Event { string name = 2; }
message Status { string message = 2; int32 code = 3; }
message Span {
  bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
  fixed64 start = 7; fixed64 end = 8; repeated Attribute attributes = 9; repeated Event events = 11; Status status = 15;
}
message Scope { string name = 1; }
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
message Request { repeated ResourceSpans resourceSpans = 1; }
`)
const requestType = root.lookupType('Request')

const attributesSchema = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({
        text: z.string().optional(),
        flag: z.boolean().optional(),
        integer: z.coerce.number().optional(),
        number: z.number().optional(),
      }),
    }),
  )
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.text ?? value.flag ?? value.integer ?? value.number])),
  )
const id = z
  .string()
  .default('')
  .transform((text) => Buffer.from(text, 'base64').toString('hex'))
const spanSchema = z.object({
  traceId: id,
  spanId: id,
  parentSpanId: id,
  name: z.string(),
  kind: z.number().default(0),
  /** In ns since the epoch. */
  start: z.coerce.bigint(),
  end: z.coerce.bigint(),
  attributes: attributesSchema,
  events: z.array(z.object({ name: z.string() })).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().default('') }).default({ code: 0, message: '' }),
})
const exportSchema = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: attributesSchema }),
        scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(spanSchema) })),
      }),
    )
    .default([]),
})

/** A received span, with `service.name` of its process and the scope: ours, or the instrumentation's package. */
export type ReceivedSpan = z.infer<typeof spanSchema> & { process: string; scope: string }

const spansOf = (body: Buffer): ReceivedSpan[] => {
  const decoded = requestType.toObject(requestType.decode(body), { longs: String, bytes: String })
  return exportSchema
    .parse(decoded)
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((span) => ({ ...span, process: String(resource.attributes['service.name']), scope: scope.name })),
      ),
    )
}

/** Starts a receiver of OTLP over HTTP with protobuf, as a collector is one. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = []
  const problems: unknown[] = []
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request)
      spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    } catch (error) {
      problems.push(error)
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Spans so far, in the order of arrival. */
    spans,
    /** Requests that were no spans. */
    problems,
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>
