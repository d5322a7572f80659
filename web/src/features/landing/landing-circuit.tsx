import { Circuit, SECTORS } from '../../ui/circuit.tsx'
import classes from './landing-circuit.module.css'

const ROWS = [
  { name: 'mountain_mae', gain: '+50', points: 155 },
  { name: 'apexhunter', gain: '+50', points: 149 },
  { name: 'Turn2Terry', gain: '+25', points: 146 },
  { name: 'BoxBoxBec', gain: '+25', points: 141 },
]

const Board = () => (
  <g className={classes.board} transform="translate(252 206)">
    <rect className={classes.panel} width="204" height="132" rx="3" />
    <rect className={classes.purpleFill} width="3" height="33" />
    {ROWS.map(({ name, gain, points }, index) => (
      <g key={name} transform={`translate(0 ${index * 33})`}>
        {index > 0 && <path className={classes.hairline} d="M0 0H204" />}
        <text className={classes.position} x="20" y="22" textAnchor="middle">
          {index + 1}
        </text>
        <text className={classes.name} x="38" y="21.5">
          {name}
        </text>
        <text className={gain === '+50' ? classes.won : classes.gained} x="158" y="21.5" textAnchor="end">
          {gain}
        </text>
        <text className={index === 0 ? classes.leading : classes.points} x="193" y="22" textAnchor="end">
          {points}
        </text>
      </g>
    ))}
  </g>
)

/** A lap in three sectors, with a small live board inside of the circuit. */
export const LandingCircuit = () => (
  <svg
    className={classes.circuit}
    viewBox="60 0 640 440"
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
      <path className={classes.purple} d={SECTORS.second} strokeWidth="10" opacity=".55" filter="url(#glow)" />
      <g strokeWidth="4.5">
        <path className={classes.yellow} d={SECTORS.first} />
        <path className={classes.purple} d={SECTORS.second} />
        <path className={classes.green} d={SECTORS.third} />
      </g>
      <path className={classes.marks} d="M250 390V418M516 277l8 26M384 75l8-26" strokeWidth="2.5" />
      <circle className={classes.car} cx="531" cy="162" r="9" strokeWidth="3" />
    </g>
    <g className={classes.times}>
      <path className={classes.pointer} d="M545 168 L580 178" />
      <g transform="translate(580 196)">
        <rect className={classes.tag} y="-31" width="118" height="62" rx="3" />
        <text className={classes.tagName} x="12" y="-9">
          SECTOR 2
        </text>
        <text className={classes.tagTime} x="12" y="19">
          31.402
        </text>
      </g>
      <text className={classes.sector} x="356" y="384" textAnchor="middle">
        {'S1\u2002'}
        <tspan className={classes.slower}>24.118</tspan>
      </text>
      <text className={classes.sector} x="246" y="180">
        {'S3\u2002'}
        <tspan className={classes.better}>26.077</tspan>
      </text>
      <Board />
    </g>
  </svg>
)
