import { onTestFinished } from 'vitest'
import type { Session } from '../../../src/publish/sign-in/session.js'
import { type CommandRig, commandRig } from './command-rig.js'
import { signIn, startTestService, type TestService } from './test-service.js'

/** The command line in this process, signed in to a local service of its own. Both end with the test. */
export const signedInRig = async (
  scopes: string,
): Promise<CommandRig & { readonly service: TestService; readonly first: Session }> => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const rig = await commandRig()
  const tokens = await signIn(service, scopes)
  const first: Session = {
    baseUrl: service.baseUrl,
    clientId: 'miniapp-cli',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    scopes: tokens.scope.split(' '),
    signedInAt: 0,
    expiresAt: null,
  }
  await rig.signIn(first)
  return { ...rig, service, first }
}
