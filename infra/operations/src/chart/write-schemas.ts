/*
 * Writes `infra/operations/schemas` again, for a newer Kubernetes or newer custom resources:
 *
 *   kubectl get --raw /openapi/v3/apis/apps/v1 > documents/apps.json   (likewise api/v1, batch, autoscaling, …)
 *   node infra/operations/src/chart/write-schemas.ts documents/*.json
 *
 * A custom resource is a JSON file with its `openAPIV3Schema`, named like the file that is written.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { KINDS, schemasFolder } from './kinds.ts'
import { strictCustomSchema, strictSchemaOf } from './strict-schema.ts'

const object = z.record(z.string(), z.json())
const openApi = z.object({ components: z.object({ schemas: object }) })

const write = (file: string, schema: object): void => {
  writeFileSync(join(schemasFolder, file), `${JSON.stringify(schema)}\n`)
  process.stdout.write(`${file}\n`)
}

for (const path of process.argv.slice(2)) {
  const document = object.parse(JSON.parse(readFileSync(path, 'utf8')))
  const parsed = openApi.safeParse(document)
  if (!parsed.success) {
    write(basename(path), strictCustomSchema(document))
    continue
  }
  const { schemas } = parsed.data.components
  for (const [file, name] of Object.entries(KINDS)) if (name in schemas) write(file, strictSchemaOf(schemas, name))
}
