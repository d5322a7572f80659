import { type Account, createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { createTestProduct, type TestProduct } from './create-test-product.ts'

/** A test product with an API client, and its administrator signed in. */
export type ProductWithApi = TestProduct & { api: ProductApi; admin: Account }

/** Starts the product with these numbers of replicas (default: one gateway) and no write limits. */
export const createProductWithApi = async (name: string, replicas: Record<string, number>): Promise<ProductWithApi> => {
  const testProduct = await createTestProduct(name, {
    replicas: { gateway: 1, 'scoring-worker': 1, ...replicas },
    settings: { LIMIT_WRITES: '1000000', LIMIT_ADMIN_WRITES: '1000000' },
  })
  const { gateways, admin } = testProduct.product
  const http = createHttpClient({ urls: gateways })
  const stop = async (): Promise<void> => {
    await http.close()
    await testProduct.stop()
  }
  try {
    const api = productApi(http)
    return { ...testProduct, api, admin: await api.signIn(admin.email, admin.password), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
