import { createECDH, randomBytes } from 'node:crypto'
import { type Database, table } from '@purple-sector/database'

/** Key pair that identifies this installation to push services (RFC 8292), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type DeliveryKeys = {
  vapid: VapidKeys
  /** Signs unsubscribe links. */
  linkSecret: string
}

type Row = { only_row: boolean; vapid_public: string; vapid_private: string; link_secret: string }
const rows = table<Row>('delivery_keys')

/** Generates a P-256 key pair; pads the private key to 32 bytes, because Node drops leading zeros. */
export const newVapidKeys = (): VapidKeys => {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') }
}

/** Returns the keys of the installation, generated and stored on the first start: browsers subscribe to one public key. */
export const deliveryKeys = async (
  database: Database,
  configuredKeys: VapidKeys | undefined,
): Promise<DeliveryKeys> => {
  const newKeys = newVapidKeys()
  await rows(database)
    .insert({
      only_row: true,
      vapid_public: newKeys.publicKey,
      vapid_private: newKeys.privateKey,
      link_secret: randomBytes(32).toString('base64url'),
    })
    .onConflict('only_row')
    .ignore()
  const row = await rows(database).first()
  if (!row) throw new Error('the keys could not be stored')
  return {
    vapid: configuredKeys ?? { publicKey: row.vapid_public, privateKey: row.vapid_private },
    linkSecret: row.link_secret,
  }
}
