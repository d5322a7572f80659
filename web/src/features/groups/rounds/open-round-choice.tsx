import { NativeSelect } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'

type Props = { rounds: readonly Weekend[]; weekendId: number; onChoose(weekendId: number): void }

/** The choice among a season group's weekends that are not completed. */
export const OpenRoundChoice = ({ rounds, weekendId, onChoose }: Props) => (
  <NativeSelect
    aria-label="Weekend"
    size="sm"
    miw={0}
    value={String(weekendId)}
    onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
    data={rounds.map(({ id, name }) => ({ value: String(id), label: name }))}
  />
)
