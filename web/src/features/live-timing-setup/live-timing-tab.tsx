import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { IconLock, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../lib/query-error.tsx'
import { serverNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber, formatWhen, type Zone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { join } from '../../ui/join.ts'
import { Stat, StatWall } from '../../ui/stat.tsx'
import { Panel, Wall } from '../../ui/wall.tsx'
import { allRacesQuery } from '../admin/admin-queries.ts'
import { ListLoading } from '../admin/list-loading.tsx'
import { SetupHead } from '../admin/setup-head.tsx'
import { useActiveWeekend } from '../weekends/active-weekend.tsx'
import classes from './live-timing.module.css'
import { usePause, useResume } from './live-timing-mutations.ts'
import { liveTimingQuery, pausesQuery } from './live-timing-queries.ts'
import { sourceWords } from './timing-words.ts'

/** The race that is on, by name. */
const Running = ({ raceId }: { raceId: number | null }) => {
  const race = useQuery(allRacesQuery).data?.find(({ id }) => id === raceId)
  return <Badge tone="running">{race ? `${race.name} running` : 'Running'}</Badge>
}

const State = ({ status }: { status: LiveTimingStatus }) => {
  const pause = usePause()
  const resume = useResume()
  const { isPaused, isRunning, clientCount, source, raceId } = status
  return (
    <Panel flush>
      <div className={classes.state}>
        <div className="ps-fill" role="status">
          <div className={classes.words}>
            <h2 className={join(classes.word, isPaused && classes.paused)}>{isPaused ? 'Paused' : 'Active'}</h2>
            {isRunning && <Running raceId={raceId} />}
          </div>
          <p className="ps-sm ps-muted">{sourceWords(source, serverNow())}</p>
        </div>
        <Button
          variant="outline"
          icon={IconPlayerPause}
          disabled={isPaused}
          busy={pause.isPending}
          onClick={() => pause.mutate()}
        >
          Pause
        </Button>
        <Button
          variant="outline"
          icon={IconPlayerPlay}
          disabled={!isPaused}
          busy={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      </div>
      <StatWall columns={2}>
        <Stat
          label="Clients"
          size="lg"
          value={clientCount === null ? '–' : formatNumber(clientCount)}
          note={clientCount === null ? 'not known at the moment' : 'screens that are connected now'}
        />
        <Stat
          label="Source"
          size="lg"
          value={source === null ? '–' : source.kind}
          note={source?.url ?? 'none is set up'}
        />
      </StatWall>
    </Panel>
  )
}

const Pauses = ({ zone }: { zone: Zone }) => {
  const pauses = useQuery(pausesQuery)
  const now = serverNow()
  return (
    <Panel title="Paused and resumed" flush>
      {pauses.data === undefined && pauses.isError ? (
        <QueryError order={3} title="The log did not load" query={pauses} />
      ) : pauses.data?.length ? (
        <ol className="ps-lined" aria-label="Paused and resumed">
          {pauses.data.map(({ id, at, action, actor }) => (
            <li key={id} className={classes.entry}>
              <time dateTime={at}>{formatWhen(at, now, zone)}</time>
              <span className="ps-wrap">
                {action === 'live-timing.paused' ? 'Paused' : 'Resumed'} by {actor.username ?? 'an administrator'}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className={classes.none}>{pauses.data ? 'Never until now.' : 'Loading...'}</p>
      )}
    </Panel>
  )
}

/** Whether the live screens are shown, how many watch, and the way to pause them. */
export const LiveTimingTab = () => {
  const status = useQuery(liveTimingQuery)
  const { weekend } = useActiveWeekend()
  const zone = { timeZone: weekend?.timeZone }
  return (
    <>
      <SetupHead title="Live Timing" text="The feed that fans see on the Dashboard." />
      {status.data === undefined ? (
        <Panel single flush>
          {status.isError ? (
            <QueryError title="The status did not load" query={status} />
          ) : (
            <ListLoading title="Loading the status..." />
          )}
        </Panel>
      ) : (
        <div className={classes.layout}>
          <Wall columns={1}>
            <State status={status.data} />
            <Panel title="What Pause does" flush>
              <ul className="ps-lined">
                <li className={classes.effect}>
                  <Icon icon={IconPlayerPause} />
                  <span>
                    Fans keep the last snapshot, marked <b>Timing paused</b>. The board as it stands is hidden.
                  </span>
                </li>
                <li className={classes.effect}>
                  <Icon icon={IconLock} />
                  <span>Tips stay as they are: a session that has started does not open again.</span>
                </li>
              </ul>
            </Panel>
          </Wall>
          <Wall columns={1}>
            {status.data.source === null && (
              <Panel title="Source">
                <p className="ps-note">No source is set up. Until one is, fans are shown no live timing.</p>
              </Panel>
            )}
            <Pauses zone={zone} />
          </Wall>
        </div>
      )}
    </>
  )
}
