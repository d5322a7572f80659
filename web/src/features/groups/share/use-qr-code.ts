import { useEffect, useState } from 'react'
import type { QrCode } from './qr-code.ts'

/** Minimum time of the placeholder, in ms, so that it does not flash. */
const DRAWING_MS = 300

/** Returns the QR code of a link: undefined while it is rendered, null if that failed. */
export const useQrCode = (link: string): QrCode | null | undefined => {
  const [rendered, setRendered] = useState<{ link: string; code: QrCode | null }>()
  useEffect(() => {
    let isWanted = true
    const minimumTime = new Promise((resolve) => setTimeout(resolve, DRAWING_MS))
    const draw = async () => {
      try {
        const [{ qrCodeOf }] = await Promise.all([import('./qr-code.ts'), minimumTime])
        return qrCodeOf(link)
      } catch (error) {
        console.warn('The QR code was not drawn', error)
        return null
      }
    }
    void draw().then((code) => isWanted && setRendered({ link, code }))
    return () => {
      isWanted = false
    }
  }, [link])
  return rendered?.link === link ? rendered.code : undefined
}
