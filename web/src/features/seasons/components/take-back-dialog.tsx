import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useTakeBackJoker } from '../api/joker-mutations.ts'
import type { SeasonRound } from '../api/season-rounds.ts'

type Props = { seasonId: number; round: SeasonRound; opened: boolean; onClose(): void }

/** Asks before the joker of a round is taken back. */
export const TakeBackDialog = ({ seasonId, round: { weekendId, weekend }, opened, onClose }: Props) => {
  const takeBack = useTakeBackJoker(seasonId)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Take back your joker?"
      text={`${weekend.name} then counts once. You can play the joker in another round that is still open.`}
      confirm="Take back joker"
      destructive={false}
      busy={takeBack.isPending}
      onConfirm={() => takeBack.mutate({ weekendId, name: weekend.name }, { onSettled: onClose })}
    />
  )
}
