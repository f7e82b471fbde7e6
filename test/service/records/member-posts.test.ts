import { describe, expect, it, onTestFinished } from 'vitest'
import { RECORDS } from '../../../src/service/records/records.js'
import { control } from '../../support/rigs/service-control.js'
import { signIn, startTestService } from '../../support/rigs/test-service.js'

const started = async () => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const { access_token } = await signIn(service, 'read:feed write:post')
  const headers = { authorization: `Bearer ${access_token}` }
  const read = async (path: string) => {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers })
    const { result } = (await answer.json()) as { result: string }
    return JSON.parse(result.slice(result.indexOf('\n') + 1))
  }
  return { service, read }
}

describe('posts of other members', () => {
  it("are in the user's feed, and are not counted in the profile", async () => {
    const { service, read } = await started()
    const made = await control(service, 'POST', 'members/member_ada/posts', {
      content: 'Hello',
      rating: 'suggestive',
    })
    expect(made).toEqual({ status: 201, body: { post_id: expect.stringMatching(/^post_/) } })
    const page = await service.fill('/members', { member: 'member_ben', text: 'Second' }, '/members/post')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/'])
    const { posts } = await read('/v1/updates')
    expect(posts).toMatchObject([
      { author: { id: 'member_ben' }, content: 'Second', content_rating: 'sfw', app: null },
      { id: made.body.post_id, author: { id: 'member_ada' }, content_rating: 'suggestive' },
    ])
    expect(posts[0].author.display_name).not.toBe('You')
    expect(await read(`/v1/posts/${made.body.post_id}`)).toMatchObject({ author: { id: 'member_ada' } })
    expect((await read('/v1/profile')).stats.posts).toBe(0)
    const home = await (await fetch(service.baseUrl)).text()
    expect(home).toContain(`<bdi>${posts[0].author.display_name}</bdi>`)
    // Members react to the user's own posts.
    expect(await (await fetch(`${service.baseUrl}/members`)).text()).not.toContain(made.body.post_id)
  })

  it.each([
    ['nobody', { content: 'x' }, 404],
    ['member_you', { content: 'x' }, 400],
    ['member_ada', { content: 'a'.repeat(501) }, 400],
    ['member_ada', { content: ' ' }, 400],
    ['member_ada', { content: 'a #tag' }, 400],
    ['member_ada', { content: 'x', rating: 'pg' }, 400],
    ['member_ada', {}, 400],
  ])('of %s with %j are refused', async (member, body, status) => {
    const { service, read } = await started()
    expect((await control(service, 'POST', `members/${member}/posts`, body)).status).toBe(status)
    expect((await read('/v1/updates')).posts).toEqual([])
  })

  it('say on the page why they are refused', async () => {
    const { service } = await started()
    const page = await service.fill('/members', { member: 'member_ada', text: 'a #tag' }, '/members/post')
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('#tag is a typed hashtag'),
    ])
  })

  it("a post of an earlier version is the user's", () => {
    const { authorId: _, ...earlier } = {
      id: 'post_1',
      authorId: '',
      clientId: 'miniapp-cli',
      publishedAt: 1,
      content: 'x',
      rating: 'sfw',
      reasoning: 'y',
      media: [],
    }
    expect(RECORDS.post.parse(earlier).authorId).toBe('member_you')
  })
})
