import { databaseUrlOf } from './database-url.ts'
import { ADMINISTRATOR, type ProductProcess } from './product-process.ts'

/** What a story of the testing package has to know of the product that it is played on. */
export const playedOn = async (product: ProductProcess) => ({
  gateways: [product.url],
  admin: ADMINISTRATOR,
  dataDir: product.dataDir,
  databaseUrl: await databaseUrlOf(product),
})
