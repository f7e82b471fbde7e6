import { useSignal } from '@preact/signals'
import type { Figures } from '../../../../control/simulator-answers.js'
import type { AppDataSale } from '../../../../host/control/app-data.js'
import { appUserOfSeat } from '../../../../host/control/switches.js'
import { isConsumable } from '../../../../host/money/sale.js'
import { inCredits } from '../../../../platform/credits.js'
import { CONSUMABLE_REFUND_MS, PAYOUT_HOLD_MS } from '../../../../platform/limits.js'
import { DAY_MS, HOUR_MS } from '../../../../platform/units.js'
import { Button } from '../../controls/button.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import { Form, into, put } from '../../controls/form.js'
import { Select } from '../../controls/select.js'
import type { ForSale } from '../../seat/listing.js'
import { DataList, Details } from './data-list.js'
import { formatWhen, type SectionProps } from './section.js'

export interface PurchasesSectionProps extends SectionProps {
  readonly figures: Figures | null
  /** The items in the manifest. */
  readonly forSale: readonly ForSale[]
}

/** The purchases of the selected seat and their state (3.2, 3.3). */
export const PurchasesSection = ({ data, seat, wanted, edit, figures, forSale }: PurchasesSectionProps) => {
  /** The ID of the selected sale. */
  const chosen = useSignal<string | 'new' | null>(null)
  const buyer = appUserOfSeat(data.ownerId, seat)
  const all = data.sales.filter((sale) => sale.buyer === buyer).reverse()
  const shown = all.filter((sale) =>
    `${nameOf(sale)} ${sale.id} ${STATES[sale.state]}`.toLowerCase().includes(wanted),
  )
  const sale = shown.find(({ id }) => id === chosen.value)
  const close = put(chosen, null)
  return (
    <DataList
      label="Purchases"
      items={shown}
      selected={sale}
      onSelect={(one) => into(chosen)(one?.id ?? null)}
      row={(one) => (
        <>
          <span class="row-time">{formatWhen(one.purchasedAt)}</span>
          <span class="row-name">{nameOf(one)}</span>
          <span class="row-summary">{describeState(one)}</span>
          <span class="row-duration">{inCredits(one.price)}</span>
        </>
      )}
      empty={all.length === 0 ? `Seat ${seat} has no purchases.` : 'No purchases match the filter.'}
      details={
        chosen.value === 'new' ? (
          <GiveForm seat={seat} forSale={forSale} edit={edit} onClose={close} />
        ) : (
          sale !== undefined && <SaleDetails key={sale.id} sale={sale} edit={edit} onClose={close} />
        )
      }
      foot={
        <>
          {figures !== null && (
            <span title="The three figures on the app's page, for all users (3.3)">
              {inCredits(figures.purchases)} of purchases · {figures.held} held · {figures.paid} paid to you
            </span>
          )}
          <span class="spring" />
          <Button
            disabled={forSale.length === 0}
            title={
              forSale.length === 0 ? 'The manifest has nothing for sale' : 'Give an item without a payment'
            }
            onClick={put(chosen, 'new')}
          >
            New purchase
          </Button>
        </>
      }
    />
  )
}

interface SaleDetailsProps extends Pick<SectionProps, 'edit'> {
  readonly sale: AppDataSale
  readonly onClose: () => void
}

const SaleDetails = ({ sale, edit, onClose }: SaleDetailsProps) => {
  const { id, state } = sale
  const held = state === 'held' || state === 'confirming'
  return (
    <Details title={`${nameOf(sale)} for ${inCredits(sale.price)}`} onClose={onClose}>
      <dl class="facts">
        <dt>State</dt>
        <dd>{describeState(sale)}</dd>
        <dt>Bought</dt>
        <dd>{formatWhen(sale.purchasedAt)}</dd>
        {typeof sale.consumedAt === 'string' && (
          <>
            <dt>Consumed</dt>
            <dd>{formatWhen(sale.consumedAt)}</dd>
          </>
        )}
        <dt>ID</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <div class="data-actions line wrap">
        {state === 'confirming' && (
          <Button onClick={() => void edit({ edit: 'confirm', sale: id })}>Confirm</Button>
        )}
        {isConsumable(sale) && state !== 'returned' && state !== 'confirming' && !sale.consumedAt && (
          <Button onClick={() => void edit({ edit: 'consume', sale: id })}>Mark as consumed</Button>
        )}
        {sale.consumedAt && state !== 'returned' && (
          <Button
            title="Simulates a crash before the app called consume (4.3)"
            onClick={() => void edit({ edit: 'unconsume', sale: id })}
          >
            Mark as not consumed
          </Button>
        )}
        {held && (
          <Button
            title="A refund for an app problem: the credits are returned, and the record disappears (3.2, 3.3)"
            onClick={() => void edit({ edit: 'refund', sale: id })}
          >
            {state === 'confirming' ? 'Fail' : 'Refund'}
          </Button>
        )}
        {held &&
          AGES.map(({ label, milliseconds, title }) => (
            <Button
              key={label}
              title={title}
              onClick={() => void edit({ edit: 'age', sale: id, milliseconds })}
            >
              {label}
            </Button>
          ))}
        {state === 'awaiting-manual' && (
          <Button
            title="An admin does this after an automatic payout failed (3.3)"
            onClick={() => void edit({ edit: 'complete-payout', sale: id })}
          >
            Complete the payout manually
          </Button>
        )}
        <ConfirmButton
          confirm="Remove without a refund"
          onConfirm={() => void edit({ edit: 'forget-sale', sale: id })}
        >
          Remove
        </ConfirmButton>
      </div>
    </Details>
  )
}

const AGES = [
  {
    label: 'Make 1 day older',
    milliseconds: DAY_MS,
    title: `A consumable that was not consumed within ${CONSUMABLE_REFUND_MS / HOUR_MS} hours is refunded (3.2)`,
  },
  {
    label: `Make ${PAYOUT_HOLD_MS / DAY_MS} days older`,
    milliseconds: PAYOUT_HOLD_MS,
    title: `Held sales are paid out after ${PAYOUT_HOLD_MS / DAY_MS} days (3.3)`,
  },
] as const

interface GiveFormProps extends Pick<SectionProps, 'edit' | 'seat'> {
  readonly forSale: readonly ForSale[]
  readonly onClose: () => void
}

/** Gives the user an item of the manifest without a payment. */
const GiveForm = ({ seat, forSale, edit, onClose }: GiveFormProps) => {
  const chosen = useSignal(0)
  const wanted = forSale[chosen.value] ?? forSale[0]
  return (
    <Details title={`New purchase of seat ${seat}`} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (wanted === undefined) return
          void edit({ edit: 'give', seat, item: wanted.item, price: wanted.price }).then((given) => {
            if (given) onClose()
          })
        }}
      >
        <Select
          label="Item"
          value={chosen.value}
          choices={forSale.map(({ label, price }, index) => ({
            value: index,
            label: `${label}, ${inCredits(price)}`,
          }))}
          onChange={into(chosen)}
        />
        <p class="muted small">
          Recorded as bought now. The balance does not change, and the app sees it in getPurchases.
        </p>
        <div class="data-actions line wrap">
          <Button type="submit">Give item</Button>
        </div>
      </Form>
    </Details>
  )
}

const nameOf = ({ item }: AppDataSale): string => (item.type === 'product' ? item.id : 'Access')

const STATES = {
  confirming: 'being confirmed',
  held: 'held',
  'paid-out': 'paid to you',
  'awaiting-manual': 'payout failed, to be completed manually',
  returned: 'returned',
} as const satisfies Record<AppDataSale['state'], string>

const REASONS = {
  unconsumed: `not consumed within ${CONSUMABLE_REFUND_MS / HOUR_MS} hours`,
  refund: 'refunded',
  blocked: 'the app was blocked',
  deleted: 'the app was deleted',
} as const satisfies Record<NonNullable<AppDataSale['returnReason']>, string>

const describeState = (sale: AppDataSale): string => {
  const reason =
    sale.returnReason === null || sale.returnReason === undefined ? '' : `: ${REASONS[sale.returnReason]}`
  const consumed =
    isConsumable(sale) && sale.state !== 'returned' ? (sale.consumedAt ? ', consumed' : ', not consumed') : ''
  return `${STATES[sale.state]}${reason}${consumed}`
}
