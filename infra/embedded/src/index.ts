export { type EmbeddedConfig, readConfig } from './config.ts'
export { type EmbeddedProduct, startEmbeddedProduct } from './product.ts'
