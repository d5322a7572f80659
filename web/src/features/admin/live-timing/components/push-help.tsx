import { Text } from '@mantine/core'
import { useCopy } from '../../../../client/messages/use-copy.tsx'
import { CopyActionIcon } from '../../../../ui/controls/copy-button.tsx'
import classes from './sources.module.css'

/** Endpoint and credentials for programs that push snapshots. */
export const PushHelp = ({ raceId }: { raceId: number }) => {
  const { copy, isCopied, byHand } = useCopy()
  const address = new URL(`/api/live-timing/races/${raceId}/snapshots`, location.origin).href
  return (
    <section className={classes.push} aria-label="How to send">
      <div className="ps-row">
        <code className={classes.address}>POST {address}</code>
        <CopyActionIcon
          isCopied={isCopied()}
          label="Copy the address for snapshots"
          title="Copy address"
          onClick={() => void copy(address, { title: 'Address copied', message: 'Send each snapshot there by POST.' })}
        />
      </div>
      <Text variant="note">
        Each snapshot as JSON, with the header <code>Authorization: Bearer</code> and one of the keys that this product
        was started with (<code>TIMING_KEYS</code>); <code>sequence</code> rises from one to the next.
      </Text>
      {byHand}
    </section>
  )
}
