import { z } from 'zod'
import { type AvatarConfig, avatarConfigSchema, idSchema, instant, MAX_ID } from '../common.ts'
import { HELMET_NAMES, PATTERN_NAMES, readColour, SUIT_NAMES, VISOR_NAMES } from '../racing-avatar/appearance.ts'
import { lineInput } from '../text.ts'
import { timeZoneInput } from '../time-zone.ts'

const hue = z.number().int().min(0).max(360)
const saturation = z.number().int().min(0).max(100)
const lightness = z.number().int().min(10).max(90)
/** The two colours of a custom theme: hues in degrees, saturation and lightness in percent. */
export const customThemeSchema = z.object({
  blueHue: hue,
  blueSaturation: saturation,
  blueLightness: lightness,
  orangeHue: hue,
  orangeSaturation: saturation,
  orangeLightness: lightness,
})
export type CustomTheme = z.infer<typeof customThemeSchema>

/** `system` and `custom` follow the device's light or dark mode. Every mode keeps the custom colours. */
export const themeSchema = z.object({
  mode: z.enum(['light', 'dark', 'system', 'custom']),
  custom: customThemeSchema.nullable(),
})
export type Theme = z.infer<typeof themeSchema>

export const timesInSchema = z.enum(['track', 'mine', 'both'])
export type TimesIn = z.infer<typeof timesInSchema>

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    /** Whether the user receives invitations sent to this address (docs/rules.md, Groups). */
    emailVerified: z.boolean(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    userType: z.enum(['spectator', 'team']).nullable(),
    teamName: z.string().nullable(),
    /** Up to 3 characters, as printed on the car's door. */
    carNumber: z.string().nullable(),
    manufacturer: z.string().nullable(),
    trackStatus: z.enum(['at_track', 'away']).nullable(),
    selectedWeekendId: z.number().int().nullable(),
    chatStatus: z.string().nullable(),
    preferredWeekendId: z.number().int().nullable(),
    avatarConfig: avatarConfigSchema.nullable(),
    /** Null until the user chooses one. */
    theme: themeSchema.nullable(),
    /** Seconds by which all racing data is delayed for this user; 0 for none. */
    spoilerDelaySeconds: z.number().int(),
    /** Whether a forgotten tip is made from the car of the last weekend (docs/rules.md, Seasons). */
    autoTip: z.boolean(),
    /** Whether admins of their groups may nudge them to tip. */
    nudges: z.boolean(),
    /** Whose times screens show: the track's, the user's own, or both. */
    timesIn: timesInSchema,
    /** The user's own time zone, a name of the IANA database; null, which means the track's, until a browser sets it. */
    timeZone: z.string().nullable(),
    /** Whether the account has a password; without one the user signs in through a provider. */
    hasPassword: z.boolean(),
  })
  .meta({
    id: 'User',
    description:
      'Null where unset. `carNumber` is text of up to 3 characters. `trackStatus: "away"` also clears `selectedWeekendId`. `theme.custom` has the six numbers of the two colours.',
  })
export type User = z.infer<typeof userSchema>

export const emailInput = z.string().trim().max(254).pipe(z.email('Please enter a valid email address'))
export const passwordInput = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .meta({ description: 'Not a common one, nor your own email or username' })
export const usernameInput = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,30}$/, 'Username must be 3 to 30 letters, digits, _, - or .')
  .meta({ description: 'Unique without regard to case; reserved ones are answered as taken' })

/** The name of a person or a team, visible to other users. */
export const nameInput = lineInput(100)

export const registerBody = z.object({
  email: emailInput,
  password: passwordInput,
  username: usernameInput.optional(),
  firstName: nameInput.optional(),
  lastName: nameInput.optional(),
})
export type RegisterBody = z.infer<typeof registerBody>

export const loginBody = z.object({ email: z.string().max(254), password: z.string().max(1024) })
export type LoginBody = z.infer<typeof loginBody>

/** Percent-encodes characters that a `Location` header cannot contain; encoded ones stay unchanged. */
const encoded = (path: string): string => path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)

/** Returns the path to redirect to after sign-in: one leading `/`, never another host; `/` for any other input. */
export const safeReturnTo = (returnTo: string | undefined): string =>
  returnTo !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(returnTo) ? encoded(returnTo) : '/'

export const signInPageQuery = z.object({ returnTo: z.string().optional().catch(undefined) })
export const providerCallbackQuery = z.object({ state: z.string().max(500).default('').catch('') })
export const verifyQuery = z.object({ token: z.string().max(200) })
export const changePasswordBody = z.object({ currentPassword: z.string().max(1024), password: passwordInput })
export const forgotPasswordBody = z.object({ email: emailInput })
export const resetPageQuery = z.object({ token: z.string().max(200).default('').catch('') })
export const resetPasswordBody = z.object({ token: z.string().max(200), password: passwordInput })

const weekendChoice = z.number().int().positive().max(MAX_ID, 'There’s no such weekend').nullable().optional()

export const profileBody = z.object({
  username: usernameInput.optional(),
  firstName: nameInput.nullable().optional(),
  lastName: nameInput.nullable().optional(),
  userType: z.enum(['spectator', 'team']).optional(),
  teamName: nameInput.nullable().optional(),
  carNumber: lineInput(3, 'Car number must be at most 3 characters').nullable().optional(),
  manufacturer: nameInput.nullable().optional(),
  trackStatus: z.enum(['at_track', 'away']).optional(),
  selectedWeekendId: weekendChoice,
  chatStatus: lineInput(50, 'Chat status must be at most 50 characters').nullable().optional(),
  preferredWeekendId: weekendChoice,
  spoilerDelaySeconds: z.number().int().min(0).max(120).optional(),
  autoTip: z.boolean().optional(),
  nudges: z.boolean().optional(),
  timesIn: timesInSchema.optional(),
  timeZone: timeZoneInput.nullable().optional(),
})
export type ProfileBody = z.infer<typeof profileBody>
/** The name of an avatar part that the drawing supports. */
const partInput = (names: readonly string[]) =>
  z
    .string()
    .max(60)
    .refine((name) => names.includes(name), { error: `must be one of ${names.join(', ')}` })
/** A colour that the drawing supports: hexadecimal, or the name of a swatch. */
const colourInput = z
  .string()
  .max(60)
  .refine((text) => readColour(text) !== null, 'must be a colour such as #b850ff')

/** An avatar to be stored: only supported names and colours. Stored avatars are not validated again when read. */
const avatarInput: z.ZodType<AvatarConfig> = z
  .object({
    helmet: partInput(HELMET_NAMES),
    helmetColor: colourInput,
    visor: partInput(VISOR_NAMES),
    suit: partInput(SUIT_NAMES),
    suitColor: colourInput,
    primaryColor: colourInput,
    secondaryColor: colourInput,
    pattern: partInput(PATTERN_NAMES),
    number: lineInput(3),
    team: lineInput(60),
  })
  .partial()
/** A user as other users find them: without an e-mail address. */
export const foundUserSchema = userSchema
  .pick({ id: true, firstName: true, lastName: true, username: true, teamName: true, avatarConfig: true })
  .meta({ id: 'FoundUser' })
export type FoundUser = z.infer<typeof foundUserSchema>
export const userSearchQuery = z.object({ q: z.string().trim().min(2, 'Please type at least 2 characters').max(100) })

export const avatarBody = z.object({ avatarConfig: avatarInput })
/** Omitted custom colours stay unchanged. */
export const themeBody = z.object({ mode: themeSchema.shape.mode, custom: customThemeSchema.optional() })
export type ThemeBody = z.infer<typeof themeBody>

/** A user whose profile says that they are at the track. */
export const tracksideUserSchema = userSchema
  .pick({ id: true, username: true, firstName: true, userType: true, avatarConfig: true })
  .extend({ weekendId: z.number().int().nullable() })
  .meta({ id: 'TracksideUser' })
export type TracksideUser = z.infer<typeof tracksideUserSchema>
/** A team member, with the team as given in their profile. */
export const teamUserSchema = userSchema
  .pick({
    id: true,
    username: true,
    firstName: true,
    carNumber: true,
    trackStatus: true,
    teamName: true,
    manufacturer: true,
    avatarConfig: true,
  })
  .meta({ id: 'TeamUser' })
export type TeamUser = z.infer<typeof teamUserSchema>
export const MAX_IN_COMMUNITY = 200
export const communityQuery = z.object({ weekendId: idSchema.optional() })

/** A session of the caller: a browser in which they are signed in. */
export const ownSessionSchema = z
  .object({
    id: z.string(),
    /** Display name such as "Firefox on Windows"; null where the browser did not identify itself. */
    browser: z.string().nullable(),
    createdAt: instant,
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession', description: '`browser` in words ("Firefox on Windows"), or null.' })
export type OwnSession = z.infer<typeof ownSessionSchema>
export const ownSessionParams = z.object({ id: z.uuid() })

/** The account's password; for an account without one, its username, or its e-mail where it has no username. */
export const deleteAccountBody = z.union([
  z.object({ password: z.string().max(1024) }),
  z.object({ confirm: z.string().max(254) }),
])
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>

/** All data of the caller, by service name. */
export const accountExportSchema = z
  .object({ exportedAt: instant, user: userSchema, services: z.record(z.string(), z.looseObject({})) })
  .meta({ id: 'AccountExport', description: '`services` has, by its name, all that each service holds of the caller.' })
export type AccountExport = z.infer<typeof accountExportSchema>

/** `/internal/sessions/resolve`: the gateway resolves up to 500 hashes of session ids (SHA-256, hex) to users. */
export const resolveSessionsBody = z.object({ hashes: z.array(z.string()).max(500) })
export const sessionIdentitySchema = z.object({
  hash: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Theme of the user's pages, applied from the first paint on. */
  theme: themeSchema.nullable(),
  expiresAt: z.string(),
})
export type SessionIdentity = z.infer<typeof sessionIdentitySchema>
export const resolveSessionsReply = z.object({ sessions: z.array(sessionIdentitySchema) })
