import { Box } from '@mantine/core'
import { Circuit, SECTORS } from '../../ui/racing/circuit.tsx'

const ROWS = [
  { name: 'mountain_mae', gain: '+50', points: 155 },
  { name: 'apexhunter', gain: '+50', points: 149 },
  { name: 'Turn2Terry', gain: '+25', points: 146 },
  { name: 'BoxBoxBec', gain: '+25', points: 141 },
]

const Board = () => (
  <Box component="g" visibleFrom="sm" transform="translate(252 206)">
    <rect fill="var(--ps-panel)" stroke="var(--ps-line)" width="204" height="132" rx="3" />
    <rect fill="var(--ps-purple)" width="3" height="33" />
    {ROWS.map(({ name, gain, points }, index) => (
      <g key={name} transform={`translate(0 ${index * 33})`}>
        {index > 0 && <path stroke="var(--ps-line)" d="M0 0H204" />}
        <text fill="var(--ps-ink)" fontSize="14" fontWeight="680" x="20" y="22" textAnchor="middle">
          {index + 1}
        </text>
        <text fill="var(--ps-ink)" fontFamily="var(--ps-font-text)" fontSize="13" fontWeight="520" x="38" y="21.5">
          {name}
        </text>
        <text
          fill={gain === '+50' ? 'var(--ps-purple-ink)' : 'var(--ps-green-ink)'}
          fontSize="11.5"
          fontWeight="640"
          x="158"
          y="21.5"
          textAnchor="end"
        >
          {gain}
        </text>
        <text
          fill={index === 0 ? 'var(--ps-purple-ink)' : 'var(--ps-ink)'}
          fontSize="15"
          fontWeight="680"
          x="193"
          y="22"
          textAnchor="end"
        >
          {points}
        </text>
      </g>
    ))}
  </Box>
)

/** The illustration is half as large on a phone. */
const SPLIT_SIZE = { base: 22, sm: 14 }

/** Illustration: a lap in three sectors, with a small leaderboard inside the circuit. */
export const LandingCircuit = () => (
  <Box
    component="svg"
    pos="absolute"
    top={{ base: 8, lg: 10 }}
    right={{ base: 2, sm: 0, lg: -6 }}
    w={{ base: 'min(404px, 100vw - 4px)', sm: '100%', lg: 780 }}
    h={{ base: 258, sm: 400, lg: 468 }}
    viewBox="60 0 640 440"
    overflow="visible"
    role="img"
    aria-label="A circuit of three sectors: the first yellow, the second purple, the third green"
  >
    <defs>
      <filter id="glow" x="-30%" y="-30%" width="160%" height="160%">
        <feGaussianBlur stdDeviation="9" />
      </filter>
    </defs>
    <Circuit />
    <g fill="none" strokeLinejoin="round">
      <path stroke="var(--ps-sec-purple)" d={SECTORS.second} strokeWidth="10" opacity=".55" filter="url(#glow)" />
      <g strokeWidth="4.5">
        <path stroke="var(--ps-sec-yellow)" d={SECTORS.first} />
        <path stroke="var(--ps-sec-purple)" d={SECTORS.second} />
        <path stroke="var(--ps-sec-green)" d={SECTORS.third} />
      </g>
      <path stroke="var(--ps-mast-ink)" d="M250 390V418M516 277l8 26M384 75l8-26" strokeWidth="2.5" />
      <circle fill="var(--ps-mast-ink)" stroke="var(--ps-sec-purple)" cx="531" cy="162" r="9" strokeWidth="3" />
    </g>
    <g className="ps-num">
      <path stroke="var(--ps-sec-purple)" d="M545 168 L580 178" />
      <g transform="translate(580 196)">
        <rect fill="var(--ps-panel)" stroke="var(--ps-purple)" y="-31" width="118" height="62" rx="3" />
        <Box
          component="text"
          fill="var(--ps-ink-2)"
          fz={{ base: 18, sm: 12.5 }}
          fw={640}
          lts={{ base: '0.02em', sm: '0.06em' }}
          x="12"
          y="-9"
        >
          SECTOR 2
        </Box>
        <text fill="var(--ps-purple-ink)" fontSize="26" fontWeight="680" x="12" y="19">
          31.402
        </text>
      </g>
      <Box component="text" fill="var(--ps-ink-2)" fz={SPLIT_SIZE} fw={560} x="356" y="384" textAnchor="middle">
        {'S1\u2002'}
        <tspan fill="var(--ps-yellow-ink)" fontWeight="640">
          24.118
        </tspan>
      </Box>
      <Box component="text" fill="var(--ps-ink-2)" fz={SPLIT_SIZE} fw={560} x="246" y="180">
        {'S3\u2002'}
        <tspan fill="var(--ps-green-ink)" fontWeight="640">
          26.077
        </tspan>
      </Box>
      <Board />
    </g>
  </Box>
)
