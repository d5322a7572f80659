import { Box } from '@mantine/core'

const SHEARED = { transform: 'skewX(-18deg)' }

/** A sheared sample of a colour. */
export const Stripe = ({ colour }: { colour: string }) => (
  <Box component="i" flex="none" w={14} h={18} bg={colour} style={SHEARED} />
)
