import { Box, Button } from '@mantine/core'

export const MAX_REASON = 500

/** Usual reasons, offered as chips. */
const REASONS = [
  { chip: 'Insult', reason: 'Insults other fans.' },
  { chip: 'Spam', reason: 'Spam.' },
  { chip: 'Spoiler', reason: 'Gives away a result.' },
  { chip: 'Off topic', reason: 'Off topic.' },
]

/** Chips that fill in a usual reason for moderation. */
export const ReasonChips = ({ onChoose }: { onChoose(reason: string): void }) =>
  REASONS.map(({ chip, reason }) => (
    <Button key={chip} size="sm" variant="outline" c="dimmed" fw={400} onClick={() => onChoose(reason)}>
      {chip}
    </Button>
  ))

/** Length of the reason and its maximum. */
export const ReasonLength = ({ reason }: { reason: string }) => (
  <Box component="span" className="ps-xs ps-muted ps-num" ml="auto">
    {reason.length} / {MAX_REASON}
  </Box>
)
