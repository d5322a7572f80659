import { databaseUrlOf } from './database-url.ts'
import { ADMINISTRATOR, type ProductProcess } from './product-process.ts'

/** The product that a scenario of the testing package runs on. */
export const scenarioProductOf = async (product: ProductProcess) => ({
  gateways: [product.url],
  admin: ADMINISTRATOR,
  dataDir: product.dataDir,
  databaseUrl: await databaseUrlOf(product),
})
