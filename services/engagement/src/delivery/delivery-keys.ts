import { createECDH, randomBytes } from 'node:crypto'
import { type Database, table } from '@purple-sector/database'

/** The key pair by which push services know this installation (RFC 8292), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type DeliveryKeys = {
  vapid: VapidKeys
  /** Signs the links that end mails. */
  linkSecret: string
}

type Row = { is_only: boolean; vapid_public: string; vapid_private: string; link_secret: string }
const rows = table<Row>('delivery_keys')

/** Node leaves out the zeros a private key begins with; everybody else expects 32 bytes. */
export const newVapidKeys = (): VapidKeys => {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') }
}

/** Made once and kept in the service's schema, whichever process comes first: browsers subscribe to one public key. */
export const deliveryKeys = async (database: Database, given: VapidKeys | undefined): Promise<DeliveryKeys> => {
  const made = newVapidKeys()
  await rows(database)
    .insert({
      is_only: true,
      vapid_public: made.publicKey,
      vapid_private: made.privateKey,
      link_secret: randomBytes(32).toString('base64url'),
    })
    .onConflict('is_only')
    .ignore()
  const row = await rows(database).first()
  if (!row) throw new Error('the keys were not stored')
  return {
    vapid: given ?? { publicKey: row.vapid_public, privateKey: row.vapid_private },
    linkSecret: row.link_secret,
  }
}
