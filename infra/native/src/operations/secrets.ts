import { randomBytes } from 'node:crypto'
import { services } from '@purple-sector/product'
import { passwordVariable } from '@purple-sector/product/processes'
import { generateIdentityKeys } from '@purple-sector/service-kit/calls/identity-token'

const random = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Generates every secret of the distributed product, by the names of its environment variables. */
export const generateSecrets = (): Record<string, string> => {
  const { privateKey, publicKey } = generateIdentityKeys()
  return {
    POSTGRES_PASSWORD: random(24),
    ...Object.fromEntries(services.map(({ name }) => [passwordVariable(name), random(24)])),
    INTERNAL_SECRET: random(48),
    IDENTITY_PRIVATE_KEY: privateKey,
    IDENTITY_PUBLIC_KEY: publicKey,
    ADMIN_EMAILS: 'admin@purple-sector.localhost',
    ADMIN_PASSWORD: random(12),
  }
}
