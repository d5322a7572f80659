import { Box, Flex, Text } from '@mantine/core'
import { useCopy } from '../../../../client/messages/use-copy.tsx'
import { CopyActionIcon } from '../../../../ui/controls/copy-button.tsx'

/** Endpoint and credentials for programs that push snapshots. */
export const PushHelp = ({ raceId }: { raceId: number }) => {
  const { copy, isCopied, byHand } = useCopy()
  const address = new URL(`/api/live-timing/races/${raceId}/snapshots`, location.origin).href
  return (
    <Box component="section" className="ps-below" py={12} px={16} aria-label="How to send">
      <Flex align="center">
        <Box component="code" className="ps-wrap" miw={0} fz={12.5}>
          POST {address}
        </Box>
        <CopyActionIcon
          isCopied={isCopied()}
          label="Copy the address for snapshots"
          title="Copy address"
          onClick={() => void copy(address, { title: 'Address copied', message: 'Send each snapshot there by POST.' })}
        />
      </Flex>
      <Text variant="note">
        Each snapshot as JSON, with the header <code>Authorization: Bearer</code> and one of the keys that this product
        was started with (<code>TIMING_KEYS</code>); <code>sequence</code> rises from one to the next.
      </Text>
      {byHand}
    </Box>
  )
}
