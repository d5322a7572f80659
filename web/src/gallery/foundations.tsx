import { Box, Flex, SimpleGrid, Text, Title } from '@mantine/core'
import { SectorLines } from '../ui/racing/sector-lines.tsx'
import { countSegments, type Segment, Segments, shareSegments } from '../ui/racing/segments.tsx'
import { Section } from './section.tsx'

const SCALES = ['purple', 'green', 'yellow', 'red', 'asphalt']
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

export const Colour = () => (
  <Section
    title="Colour"
    text="Five scales of ten. Purple is the best of anyone, green a gain or all is well, yellow caution or a loss of time, red closing, closed or out. Everything else is asphalt."
  >
    <div>
      {SCALES.map((name) => (
        <Flex key={name} align="center" gap={3} mt={2} px={{ base: 16, sm: 0 }}>
          <Text span variant="label" flex="none" w={76}>
            {name}
          </Text>
          {STEPS.map((step) => (
            <Box
              key={step}
              flex="1"
              h={32}
              style={{ background: `var(--mantine-color-${name}-${step})`, transform: 'skewX(-18deg)' }}
            />
          ))}
        </Flex>
      ))}
    </div>
  </Section>
)

export const Type = () => (
  <Section
    title="Type"
    text="Archivo for numerals, titles and labels (width axis 62 to 125). Geist for text. Numerals are tabular everywhere."
  >
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
      <div>
        <Box component="b" className="ps-figure-xl" fz={{ base: 64, sm: 88 }} lh="84px" fw={640}>
          00:47:12
        </Box>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Countdown 640, width 92
        </Text>
      </div>
      <div>
        <Title order={3} size="h1">
          Interactive Leaderboard
        </Title>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Title 26/30, 680, width 112
        </Text>
      </div>
      <div>
        <Title order={3} size="h2">
          Pit Lane Pundits
        </Title>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Heading 18/22, 660, width 106
        </Text>
      </div>
      <div>
        <Text span variant="label">
          Total participants
        </Text>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Label 11/14, 620, width 92, caps, +7 %
        </Text>
      </div>
      <div>
        <span className="ps-points">1,284 +50 −37 1:20.2983</span>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Data 18/20, 680, width 88
        </Text>
      </div>
      <div>
        <span>Pick one car per category to compete for the entire weekend.</span>
        <Text component="div" size="xs" c="var(--ps-ink-3)">
          Text 14/20, 400
        </Text>
      </div>
    </SimpleGrid>
  </Section>
)

const PICKS: Segment[] = [...countSegments(6, 6, { done: 'purple' }), 'green', 'green', 'grey', 'past', 'past']
const TIPS: Segment[] = ['green', 'grey', 'yellow', 'open', 'red', 'grey', 'green', 'open']

export const Lines = () => (
  <Section
    title="Sector lines"
    text="The header edge has four to six, sheared 32°. Every count or progress uses the small ones: picks, sessions, tips in, score."
  >
    <SectorLines moves={false} />
    <SectorLines />
    <Flex wrap="wrap" align="center" gap={24} px={{ base: 16, sm: 0 }}>
      <Flex component="span" display="inline-flex" align="center" gap={8}>
        <Segments values={PICKS} label="6 winners, 2 seconds, 1 third, 2 without points" />
        <Text span size="xs" c="dimmed">
          picks: winner, second, third, none
        </Text>
      </Flex>
      <Flex component="span" display="inline-flex" align="center" gap={8}>
        <Segments values={countSegments(11, 24, { running: 1 })} label="11 of 24 sessions, 1 running" />
        <Text span size="xs" c="dimmed">
          sessions: done, running, to come
        </Text>
      </Flex>
      <Flex component="span" display="inline-flex" align="center" gap={8}>
        <Segments values={TIPS} label="2 saved, 2 locked, 1 not saved, 2 none, 1 out" />
        <Text span size="xs" c="dimmed">
          tips: saved, locked, not saved, none, out
        </Text>
      </Flex>
      <Flex component="span" display="inline-flex" align="center" gap={8}>
        <Segments values={shareSegments(94, 'purple')} label="94 of 100" />
        <Text span size="xs" c="dimmed">
          score 94
        </Text>
      </Flex>
    </Flex>
  </Section>
)
