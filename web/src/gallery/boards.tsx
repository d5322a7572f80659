import { Badge, Box, type BoxProps, Flex, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel, PanelGrid } from '../ui/layout/panel.tsx'
import { Stat, StatGrid } from '../ui/layout/stat.tsx'
import { Avatar } from '../ui/racing/avatar.tsx'
import { Countdown } from '../ui/racing/countdown.tsx'
import { FormBars } from '../ui/racing/form-bars.tsx'
import { Plate } from '../ui/racing/plate.tsx'
import { Podium } from '../ui/racing/podium.tsx'
import { Gain, Gap, Points } from '../ui/racing/points.tsx'
import { Position } from '../ui/racing/position.tsx'
import { PositionChange } from '../ui/racing/position-change.tsx'
import { countSegments, Segments } from '../ui/racing/segments.tsx'
import { Section } from './section.tsx'

const noAnimation = () => 0
const timeMs = (hours: number, minutes: number, seconds: number): number =>
  ((hours * 60 + minutes) * 60 + seconds) * 1000

export const Countdowns = () => (
  <Section title="Countdown" text="Normal, soon, urgent, critical, and zero. Colour enters at two hours.">
    <PanelGrid columns={5}>
      {(
        [
          ['More than 24 h', timeMs(52, 14, 9)],
          ['24 h or less', timeMs(9, 40, 31)],
          ['2 h or less', timeMs(1, 47, 12)],
          ['30 min or less', timeMs(0, 18, 44)],
          ['At zero', 0],
        ] as const
      ).map(([label, to]) => (
        <Box key={label} p={14}>
          <Countdown variant="strip" label={label} to={to} now={noAnimation} />
        </Box>
      ))}
    </PanelGrid>
    <PanelGrid>
      <Panel span={8}>
        <Countdown
          to={timeMs(0, 47, 12)}
          now={noAnimation}
          label="Next event"
          zoneLabels={['Open', 'Under 24 hours', 'Under 2 hours', 'Under 30 minutes']}
        />
      </Panel>
      <Panel span={4}>
        <Countdown variant="rail" label="Next event" to={timeMs(0, 18, 44)} now={noAnimation} />
      </Panel>
      <Panel span={6}>
        <Countdown variant="strip" label="Next event" to={timeMs(1, 47, 12)} now={noAnimation} />
      </Panel>
      <Panel span={6}>
        <Countdown variant="rail" label="Next event" to={timeMs(250, 14, 9)} now={noAnimation} units />
      </Panel>
    </PanelGrid>
  </Section>
)

type Row = {
  name: string
  position: number | null
  shared?: boolean
  places: number
  gap: number
  gain: number
  points: number | null
  edge?: string
  me?: boolean
}

const ROWS: Row[] = [
  { name: 'mountain_mae', position: 1, places: 7, gap: 0, gain: 50, points: 155, edge: 'var(--ps-purple)' },
  { name: 'apexhunter', position: 2, shared: true, places: 8, gap: 6, gain: 50, points: 149 },
  { name: 'BoxBoxBec', position: 4, places: 2, gap: 14, gain: 25, points: 141 },
  { name: 'wetline', position: 5, places: -3, gap: 22, gain: 15, points: 133 },
  { name: 'heeltoe.hana', position: 6, shared: true, places: 0, gap: 22, gain: 0, points: 133 },
  {
    name: 'kerbsider',
    position: 12,
    places: 6,
    gap: 37,
    gain: -30,
    points: 1118,
    edge: 'var(--ps-me)',
    me: true,
  },
  { name: 'Noor J', position: null, places: 0, gap: 0, gain: 0, points: null },
]

const Line = ({ edge, ...rest }: BoxProps & { edge?: string | undefined; children: ReactNode }) => (
  <Flex
    {...rest}
    className={edge ? 'ps-below ps-edge' : 'ps-below'}
    align="center"
    gap={10}
    pos="relative"
    h={44}
    pl={8}
    pr={16}
    style={{ '--edge': edge }}
  />
)

/** A column of the row; a `wide` one is left out on a phone. */
const Cell = ({ w, wide, children }: { w: number; wide?: boolean; children?: ReactNode }) => (
  <Box display="grid" flex="none" w={w} visibleFrom={wide ? 'sm' : undefined}>
    {children}
  </Box>
)

export const Board = () => (
  <Section title="Leaderboard row" text="Position, change, avatar, picks, gap, last and points in their conditions.">
    <Panel single flush title="All Sector Participants" adornment={<Badge variant="plain">1,284 racers</Badge>}>
      {ROWS.map(({ name, position, shared, places, gap, gain, points, edge, me }) => (
        <Line key={name} edge={edge} bg={me ? 'var(--ps-raised)' : undefined}>
          <Cell w={36}>
            <Position position={position} shared={shared ?? false} />
          </Cell>
          <Cell w={34} wide>
            <PositionChange places={places} />
          </Cell>
          <Avatar name={name} />
          <Flex component="span" className="ps-fill" align="center" gap={8} fw={540}>
            <span className={points === null ? 'ps-faint' : undefined}>{name}</span>
            {me && (
              <Badge size="xs" variant="ink">
                YOU
              </Badge>
            )}
            {points === null && <Badge variant="yellow">Pending</Badge>}
          </Flex>
          <Cell w={100} wide>
            <Segments
              values={countSegments(points === null ? 0 : 6, 11, { done: 'purple', running: 2 })}
              label="6 winners, 2 seconds of 11"
            />
          </Cell>
          <Cell w={34} wide>
            <span className="ps-data">8</span>
          </Cell>
          <Cell w={46} wide>
            <Gap behind={gap} />
          </Cell>
          <Cell w={38}>
            <Gain points={gain} winner={gain === 50} />
          </Cell>
          <Cell w={54}>
            <Points points={points} leader={position === 1} />
          </Cell>
        </Line>
      ))}
      <Line>
        <Cell w={36}>
          <Skeleton width={16} mx="auto" />
        </Cell>
        <Cell w={34} wide />
        <Skeleton width={32} height={32} />
        <Skeleton width="44%" />
        <Box component="span" flex="1" />
        <Skeleton width={34} />
      </Line>
    </Panel>
  </Section>
)

export const Figures = () => (
  <Section title="Figures, form, podium" text="A label over its figure; five bars; 2–1–3.">
    <PanelGrid>
      <Panel span={4} title="Competition Stats" flush>
        <StatGrid columns={2}>
          <Stat label="Total Participants" value="1,284" />
          <Stat label="Total Races" value="24" />
          <Stat label="Completed Races" value="11" note="of 24" />
          <Stat label="Highest Score" value="155" tone="purple" />
        </StatGrid>
      </Panel>
      <Panel span={4} title="Recent form">
        <FormBars points={[6, 0, 10, 3, 25]} />
      </Panel>
      <Panel span={4} title="Top 3" flush>
        <Podium
          vacant="No one yet"
          steps={[
            { key: 'a', name: 'mountain_mae', points: 155, avatar: <Avatar name="Mountain Mae" size="lg" /> },
            { key: 'b', name: 'apexhunter', points: 149, avatar: <Avatar name="Apex Hunter" size="lg" /> },
            { key: 'c', name: 'Turn2Terry', points: 146, avatar: <Avatar name="Terry" size="lg" /> },
          ]}
        />
      </Panel>
      <Panel span={4} title="Top 3 of one" flush>
        <Podium
          vacant="No one yet"
          steps={[{ key: 'a', name: 'mountain_mae', points: 50, avatar: <Avatar name="Mountain Mae" size="lg" /> }]}
        />
      </Panel>
      <Panel span={4} title="Top 3 of two, level" flush>
        <Podium
          vacant="No one yet"
          steps={['mountain_mae', 'apexhunter'].map((name) => ({
            key: name,
            name,
            points: 50,
            position: 1,
            shared: true,
            avatar: <Avatar name={name} size="lg" />,
          }))}
        />
      </Panel>
    </PanelGrid>
  </Section>
)

export const Plates = () => (
  <Section title="Avatar and plates" text="Groups without avatars show initials.">
    <Flex wrap="wrap" align="center" gap={8} px={{ base: 16, sm: 0 }}>
      <Avatar name="Mae" size="xl" />
      <Avatar name="Mae" size="lg" />
      <Avatar name="Mae" />
      <Avatar name="Mae" size="sm" />
      <Avatar name="kerbsider" />
      <Avatar name="U" />
      <Plate size="lg" number="05" />
      <Plate size="lg" number="54" look="dim" />
      <Plate size="lg" number="88" look="out" />
      <Plate size="lg" number={null} />
      <Plate number="31" />
      <Plate number="40" look="out" />
      <Plate size="sm" number="97" />
      <Plate size="sm" number="88" look="out" />
    </Flex>
  </Section>
)
