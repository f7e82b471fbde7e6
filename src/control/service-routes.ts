import * as z from 'zod'
import { RETURN_REASONS, SALE_STATES } from '../host/money/sale.js'
import { PERSON_KINDS } from '../platform/ages.js'
import { CAPABILITIES } from '../platform/features.js'
import { CATEGORIES } from '../platform/manifest.js'
import { OPERATIONS, type OperationName, SCOPE_NAMES, type Scope } from '../platform/publishing.js'
import type { Routes } from './contract.js'
import type {
  AppsView,
  AppView,
  ClientView,
  ConnectionsView,
  ConnectionView,
  ConsentView,
  DeviceDecisionView,
  DeviceView,
  FaultsView,
  GuardianView,
  HistoryPageView,
  HistoryView,
  LatestOfAccountView,
  MembersView,
  MemberView,
  MessageView,
  NicknameView,
  NoticesView,
  NoticeView,
  OperationFaultView,
  PurchaseView,
  ReviewsView,
  ReviewView,
  RunView,
  SalesView,
  SaleView,
  StateView,
  TestRunView,
  UploadView,
  VersionView,
} from './service-answers.js'
import {
  appChangeBody,
  clientChangeBody,
  consentBody,
  deviceDecisionBody,
  faultsBody,
  keyOf,
  MULTIPLAYER_STATES,
  memberChangeBody,
  memberPostBody,
  memberQuery,
  messageBody,
  narrowBody,
  newAppBody,
  newClientBody,
  newMemberBody,
  nicknameBody,
  pageQuery,
  partQuery,
  pauseBody,
  purchaseBody,
  reactionBody,
  runBody,
  saleActionBody,
  signedInBody,
  versionActionBody,
} from './service-bodies.js'
import { API_FAULTS, type ApiFault, SIGN_IN_FAULTS, type SignInFault } from './service-faults.js'
import {
  amount,
  CLOCK_EXAMPLE,
  clockBody,
  clockShape,
  count,
  exactly,
  figuresShape,
  time,
} from './shared-routes.js'

const text = z.string()
const versionState = z.enum(['waiting', 'held', 'live', 'declined', 'withdrawn', 'replaced'])
const apiFault = keyOf<ApiFault>(API_FAULTS)

const version = exactly<VersionView>({
  version: text,
  state: versionState,
  reason: text.nullable(),
  flags: z.array(text),
  asks: z.array(z.enum(CAPABILITIES)),
  uploadedAt: time,
  stateAt: time,
  approvesAt: time.nullable(),
})

const app = exactly<AppView>({
  id: text,
  name: text,
  slug: text,
  category: z.enum(CATEGORIES),
  owner: text,
  status: z.enum(['none', 'live', 'blocked', 'deleted']),
  versions: z.array(version),
  figures: figuresShape,
  grants: z.partialRecord(z.enum(CAPABILITIES), z.enum(['asked', 'granted', 'declined', 'off'])),
  multiplayer: z.enum(MULTIPLAYER_STATES),
})

const member = exactly<MemberView>({
  id: text,
  name: text,
  birthDate: z.iso.date().nullable(),
  person: z.enum(PERSON_KINDS),
  partner: z.boolean(),
  guardian: exactly<GuardianView>({
    miniApps: z.boolean(),
    apps: z.array(text),
    pay: z.boolean(),
    media: z.boolean(),
    online: z.boolean(),
    ai: z.boolean(),
  }),
  balance: amount,
})

const sale = exactly<SaleView>({
  id: text,
  app: text,
  buyer: text,
  title: text,
  item: text,
  price: amount,
  state: z.enum(SALE_STATES),
  returnReason: z.enum(RETURN_REASONS).nullable(),
  purchasedAt: time,
  consumedAt: time.nullable(),
})

const historyEntry = exactly<HistoryView>({
  at: time,
  text,
  amount: z.string().regex(/^-?\d+(\.\d{1,3})?$/),
})
const notice = exactly<NoticeView>({ at: time, about: text, app: text, version: text.nullable(), text })

const faults = exactly<FaultsView>({
  api: apiFault,
  signIn: keyOf<SignInFault>(SIGN_IN_FAULTS),
  operations: z.partialRecord(
    keyOf<OperationName>(OPERATIONS),
    exactly<OperationFaultView>({ fault: apiFault, count: z.int().nullable(), delay: text }),
  ),
  payments: z.enum(['ok', 'pending', 'unavailable']),
  payouts: z.enum(['ok', 'failing']),
})

const nickname = exactly<NicknameView>({ member: text, player: text, nickname: text })
const clock = z.strictObject({ clock: z.strictObject(clockShape) })

const next = text.nullable()
const scopes = z.array(z.enum(SCOPE_NAMES as [Scope, ...Scope[]]))

const client = exactly<ClientView>({
  id: text,
  name: text,
  redirectUris: z.array(text),
  owner: text,
  registeredAt: time,
  people: count,
  lastUsedAt: time.nullable(),
})

const connection = exactly<ConnectionView>({
  client: text,
  name: text,
  member: text,
  scopes,
  off: scopes,
  connectedAt: time,
})
const connections = exactly<ConnectionsView>({
  member: text,
  paused: z.boolean(),
  connections: z.array(connection),
})

const device = exactly<DeviceView>({ code: text, client: text, name: text, scopes, expiresAt: time })

const message = exactly<MessageView>({
  id: text,
  conversation: text,
  from: text,
  to: text,
  text,
  sentAt: time,
})

const signedIn = z.strictObject({ member: text })

/** Everything that is kept. Files are in base64, so a document may be larger than any text. */
const data = z.strictObject({
  schema: z.literal(1),
  records: z.record(text, z.record(text, z.unknown())),
  versions: z.record(text, z.base64()),
  media: z.record(text, z.base64()),
})

/** Every route of the service's control API: a stable interface. */
export const SERVICE_ROUTES = {
  'GET state': {
    answer: exactly<StateView>({
      schema: z.literal(1),
      now: time,
      members: z.array(member),
      apps: z.array(app),
    }),
  },
  'GET apps': { query: pageQuery, answer: exactly<AppsView>({ apps: z.array(app), next }) },
  'POST apps': { body: newAppBody, status: 201, answer: z.strictObject({ app_id: text }) },
  'GET apps/:id': { answer: app },
  'PATCH apps/:id': { body: appChangeBody, answer: app },
  /** The bytes of a zip. One that `check` refuses gets 422, with its result. */
  'POST apps/:id/versions': {
    body: 'bytes',
    status: 201,
    answer: exactly<UploadView>({
      version: text,
      state: versionState,
      review: z.enum(['automatic', 'admin']),
      replaces: z.array(text),
    }),
  },
  'POST apps/:id/versions/:version': { body: versionActionBody, answer: version },
  'POST apps/:id/versions/:version/test': {
    status: 201,
    answer: exactly<TestRunView>({ url: z.url(), control: z.url(), token: text }),
  },
  'POST apps/:id/purchases': {
    body: purchaseBody,
    status: 201,
    answer: exactly<PurchaseView>({ status: z.enum(['paid', 'pending']), purchase: sale }),
  },
  'POST apps/:id/runs': { body: runBody, status: 201, answer: exactly<RunView>({ url: z.url() }) },
  'GET apps/:id/nicknames': { answer: z.strictObject({ nicknames: z.array(nickname) }) },
  'PUT apps/:id/nicknames/:member': { body: nicknameBody, answer: nickname },
  'GET apps/:id/sales': {
    query: pageQuery,
    answer: exactly<SalesView>({ sales: z.array(sale), next }),
  },
  'POST apps/:id/sales/:sale': { body: saleActionBody, answer: sale },
  /** The versions that wait or are held, oldest upload first. */
  'GET reviews': {
    query: pageQuery,
    answer: exactly<ReviewsView>({
      reviews: z.array(exactly<ReviewView>({ app: text, name: text, version })),
      next,
    }),
  },
  'GET members': { query: pageQuery, answer: exactly<MembersView>({ members: z.array(member), next }) },
  'POST members': { body: newMemberBody, status: 201, answer: member },
  'GET members/:id': {
    query: partQuery,
    answer: exactly<LatestOfAccountView>({
      member,
      purchases: z.array(sale),
      history: z.array(historyEntry),
      notices: z.array(notice),
      next: z.strictObject({ purchases: next, history: next, notices: next }),
    }),
  },
  'GET members/:id/purchases': {
    query: pageQuery,
    answer: exactly<SalesView>({ sales: z.array(sale), next }),
  },
  'GET members/:id/history': {
    query: pageQuery,
    answer: exactly<HistoryPageView>({ history: z.array(historyEntry), next }),
  },
  'GET members/:id/notices': {
    query: pageQuery,
    answer: exactly<NoticesView>({ notices: z.array(notice), next }),
  },
  'PATCH members/:id': { body: memberChangeBody, answer: member },
  'POST members/:id/posts': {
    body: memberPostBody,
    status: 201,
    answer: z.strictObject({ post_id: text }),
  },
  /** A member reacts to a post. */
  'POST posts/:id/reactions': { body: reactionBody, status: 201, answer: reactionBody },
  'GET chats': { query: memberQuery, answer: z.strictObject({ messages: z.array(message) }) },
  'POST chats': { body: messageBody, status: 201, answer: message },
  /** Who decides on consent and devices in a browser. */
  'GET signed-in': { answer: signedIn },
  'PUT signed-in': { body: signedInBody, answer: signedIn },
  'GET clients': { answer: z.strictObject({ clients: z.array(client) }) },
  'POST clients': { body: newClientBody, status: 201, answer: client },
  'GET clients/:id': { answer: client },
  'PATCH clients/:id': { body: clientChangeBody, answer: client },
  'DELETE clients/:id': { answer: z.strictObject({ removed: z.literal(true) }) },
  'GET connections': { query: memberQuery, answer: connections },
  'PATCH connections': { body: pauseBody, answer: connections },
  'PATCH connections/:client': { body: narrowBody, answer: connection },
  'DELETE connections/:client': {
    query: memberQuery,
    answer: z.strictObject({ disconnected: z.literal(true) }),
  },
  'GET devices': { answer: z.strictObject({ devices: z.array(device) }) },
  'POST devices/:code': {
    body: deviceDecisionBody,
    answer: exactly<DeviceDecisionView>({ member: text, approved: scopes }),
  },
  /** Decides on an authorization request as a person in a browser does. */
  'POST consents': { body: consentBody, answer: exactly<ConsentView>({ redirect: text }) },
  'GET clock': { answer: clock },
  'POST clock': { body: clockBody, example: CLOCK_EXAMPLE, answer: clock },
  'GET faults': { answer: faults },
  'PATCH faults': { body: faultsBody, answer: faults },
  'GET data': { answer: data },
  /** The service says what is wrong with a document. */
  'PUT data': { body: z.unknown(), limit: '256mb', answer: z.strictObject({ imported: z.literal(true) }) },
  'POST reset': { answer: z.strictObject({ now: time }) },
} as const satisfies Routes

export type ServiceRoutes = typeof SERVICE_ROUTES
