import { deskClaimText } from '#content/messages/desk-claim.ts';
import { listPaymentClaims } from '#contract/host/payment-claim.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { claimAnswerHours, claimStates } from '#domain/repayment/payment-claim.ts';
import { Clock } from '../complaint/clock.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { claimPath, deskPaths } from '../paths.ts';
import { addressOf, Pager } from '../ui/pager.tsx';

const pageSize = 25;

/** What borrowers say that they paid, the one that waits longest first, with the time until it is a complaint. */
export const claimList = deskScreen({
  path: deskPaths.claims,
  needs: 'see-money',
  async load(desk) {
    const state = claimStates.find((each) => each === desk.parameter('show')) ?? 'waiting';
    const cursor = desk.parameter('from') || undefined;
    const found = await desk.read(listPaymentClaims, { state, cursor, limit: pageSize });
    return { state, ...found };
  },
  title: ({ desk }) => deskClaimText[desk.language].title,
  page({ desk, state, claims, nextCursor }) {
    const text = deskClaimText[desk.language];
    const show = state === 'waiting' ? undefined : state;
    return (
      <>
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </div>
        <nav className="chips snug" aria-label={text.filter}>
          {claimStates.map((each) => (
            <a
              key={each}
              href={addressOf(deskPaths.claims, { show: each === 'waiting' ? undefined : each })}
              aria-current={each === state ? 'true' : undefined}
            >
              {text[each]}
            </a>
          ))}
        </nav>
        {claims.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <section aria-labelledby="queue">
            <h2 className="sr" id="queue">
              {text.queue}
            </h2>
            <ol className="queue">
              {claims.map((claim) => (
                <li key={claim.claimId}>
                  <a href={claimPath(claim.claimId)}>
                    <b className="num">{desk.money(claim.amountMinor, claim.currency)}</b>
                    {state === 'waiting' ? (
                      <Clock
                        clock={answerClock(new Date(claim.claimedAt), claimAnswerHours, desk.now)}
                        language={desk.language}
                      />
                    ) : (
                      <span className="clock num" data-tone="plain">
                        {claim.answeredAt && desk.time(claim.answeredAt)}
                      </span>
                    )}
                    <span className="sub">
                      {text[claim.channel]}, {claim.paidOn} · {claim.orderNumber}
                      {claim.folio !== null && ` · ${claim.folio}`}
                    </span>
                  </a>
                </li>
              ))}
            </ol>
          </section>
        )}
        <Pager
          desk={desk}
          path={deskPaths.claims}
          parameters={{ show }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});
