export { allocatorEnvironment } from '@purple-sector/machine/allocator'
export { nodeOptions } from '@purple-sector/product/node-options'
export { type GuardedProcess, startGuarded, waitUntilResponding } from './infrastructure/guarded-process.ts'
export {
  type Infrastructure,
  type InfrastructurePart,
  type NativeInfrastructure,
  startNativeInfrastructure,
} from './infrastructure/infrastructure.ts'
export { type DistributedProduct, type DistributedProductOptions, startDistributedProduct } from './processes.ts'
