/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { describe, expectTypeOf, it } from 'vitest'
import type { CallName } from '../../src/platform/calls/table.js'
import type { ErrorCode } from '../../src/platform/error-codes.js'
import type { EventData } from '../../src/platform/events.js'
import type {
  Capability,
  CapabilityState,
  ContextFeature,
  Platform,
  RequirableFeature,
  Theme,
} from '../../src/platform/features.js'
import type { Difference } from '../support/cases/difference.js'

// Compiled, never run: `tsc -b` is the judge.

type Sdk = ServiceMiniapp.Sdk

/** The dotted names of all methods of an object. */
type MethodNames<Thing, Prefix extends string = ''> = {
  [Name in keyof Thing & string]: Thing[Name] extends (...args: never[]) => unknown
    ? `${Prefix}${Name}`
    : MethodNames<Thing[Name], `${Prefix}${Name}.`>
}[keyof Thing & string]

describe('the declarations that apps are written against', () => {
  it('4.1: have every call of the table and nothing else', () => {
    type OwnCalls = 'capability' | 'supports' | 'on' | 'off' | 'multiplayer.on' | 'multiplayer.off'
    type Calls = CallName | OwnCalls
    expectTypeOf<Difference<MethodNames<Sdk>, Calls>>().toBeNever()
    expectTypeOf<Difference<ServiceMiniapp.CallName, Calls>>().toBeNever()
  })

  it('4: return a Promise from every method but on and off', () => {
    expectTypeOf<ReturnType<Sdk['on'] | Sdk['off']>>().toEqualTypeOf<void>()
    expectTypeOf<ReturnType<Sdk['multiplayer']['on'] | Sdk['multiplayer']['off']>>().toEqualTypeOf<void>()
    type Others = Omit<Sdk, 'on' | 'off' | 'storage' | 'db' | 'multiplayer' | 'ai'>
    expectTypeOf<ReturnType<Others[keyof Others]>>().toExtend<Promise<unknown>>()
    expectTypeOf<ReturnType<Sdk['storage'][keyof Sdk['storage']]>>().toExtend<Promise<unknown>>()
    expectTypeOf<ReturnType<Sdk['db'][keyof Sdk['db']]>>().toExtend<Promise<unknown>>()
  })

  it('7: have every code', () => {
    expectTypeOf<Difference<ServiceMiniapp.ErrorCode, ErrorCode>>().toBeNever()
  })

  it('6: have every event, with its data', () => {
    expectTypeOf<Difference<keyof ServiceMiniapp.Events, keyof EventData>>().toBeNever()
    expectTypeOf<EventData>().toExtend<ServiceMiniapp.Events>()
    expectTypeOf<ServiceMiniapp.Events>().toExtend<EventData>()
  })

  it('2.2, 2.4, 2.5: name the same features, capabilities, states, platforms and themes', () => {
    expectTypeOf<Difference<ServiceMiniapp.FeatureName, RequirableFeature>>().toBeNever()
    expectTypeOf<ContextFeature>().toExtend<ServiceMiniapp.FeatureName>()
    expectTypeOf<Difference<ServiceMiniapp.CapabilityName, Capability>>().toBeNever()
    expectTypeOf<Difference<ServiceMiniapp.CapabilityState, CapabilityState>>().toBeNever()
    expectTypeOf<Difference<ServiceMiniapp.Context['platform'], Platform>>().toBeNever()
    expectTypeOf<Difference<ServiceMiniapp.Theme, Theme>>().toBeNever()
  })
})

describe('good calls compile', () => {
  it('with exactly the results of 4.1', () => {
    const calls = async (service: Sdk, canvas: HTMLCanvasElement) => {
      expectTypeOf(await service.storage.get('a')).toEqualTypeOf<string | null>()
      expectTypeOf(await service.storage.set('a', 'b')).toEqualTypeOf<true>()
      expectTypeOf(await service.storage.keys()).toEqualTypeOf<string[]>()
      const paid = await service.pay({ product: 'gems' })
      if (paid.status === 'paid') expectTypeOf(paid.purchase.id).toBeString()
      if (paid.status === 'failed') expectTypeOf(paid.reason).toExtend<string>()
      await service.share({ image: canvas, text: 'I won' })
      await service.share({ text: 'I won' })
      const picked = await service.pickImage({ max_size: 512 })
      if (picked.status === 'picked') expectTypeOf(picked.image).toEqualTypeOf<Blob>()
      await service.pickVideo()
      await service.getNickname({ ask: true })
      await service.db.set('top', '9', { rank: 9 })
      expectTypeOf(await service.db.get('top')).toEqualTypeOf<ServiceMiniapp.SharedRecord | null>()
      await service.db.list('top', { order: 'rank_asc', limit: 100 })
      await service.multiplayer.host({ max_players: 8, meta: { level: 2 } })
      await service.multiplayer.join({ match: 'm1' })
      await service.multiplayer.send([1, { x: null }], { to: 'p' })
      await service.ai.image.generate({ prompt: 'a boat', onProgress: ({ stage }) => stage === 'making' })
      const answer = await service.ai.ask({ prompt: 'Why?', format: 'json' })
      if (answer.status === 'answered') expectTypeOf(answer.json).toBeUnknown()
      expectTypeOf(await service.capability('ai.image')).toEqualTypeOf<ServiceMiniapp.Capability>()
      expectTypeOf(await service.supports('db.set')).toBeBoolean()
      await service.supports('what-a-newer-host-may-have')
      service.on('visibility', ({ visible }) => expectTypeOf(visible).toBeBoolean())
      service.multiplayer.on('message', ({ from, data }) => [from, data])
    }
    expectTypeOf(calls).toBeFunction()
  })
})

describe('bad calls do not', () => {
  it('with a mistake each', () => {
    const calls = async (service: Sdk) => {
      // @ts-expect-error storage holds texts
      await service.storage.set('a', 1)
      // @ts-expect-error a key is needed
      await service.storage.get()
      // @ts-expect-error an object, not only the id
      await service.pay('gems')
      // @ts-expect-error the field is `product`
      await service.pay({ id: 'gems' })
      // @ts-expect-error `max_size`, not `maxSize`
      await service.pickImage({ maxSize: 512 })
      // @ts-expect-error no such order
      await service.db.list('top', { order: 'best' })
      // @ts-expect-error `max_players` is required
      await service.multiplayer.host({ public: true })
      // @ts-expect-error a function is not JSON
      await service.multiplayer.send(() => 1)
      // @ts-expect-error a code or a match
      await service.multiplayer.join({})
      // @ts-expect-error no such capability
      await service.capability('ai.video')
      // @ts-expect-error no such event
      service.on('resize', () => undefined)
      // @ts-expect-error match events have short names here
      service.multiplayer.on('mp.joined', () => undefined)
      // @ts-expect-error the data has `visible`
      service.on('visibility', ({ hidden }) => hidden)
      // @ts-expect-error only `paid` is sure to have a purchase
      expectTypeOf((await service.pay({ product: 'gems' })).purchase)
      // @ts-expect-error no such length of sound
      await service.ai.audio.generate({ prompt: 'rain', seconds: 7 })
    }
    expectTypeOf(calls).toBeFunction()
  })
})
