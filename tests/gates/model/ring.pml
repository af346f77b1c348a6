/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The protocol of the ring (src/shared/ring.h): several kernels, the proxy, a transport that
 * completes out of order.  The bounds are small and the counters run around the ring several times,
 * so that the full ring, the laps, the reuse of answers and their contention are all gone through.
 *
 * Memory.  A kernel's stores into a slot become visible to the proxy in any order but for fences: a
 * slot's payload and sequence have a copy each that the proxy sees, brought up to date by a process
 * of its own (drain), in any order, unless a fence stands between.  The host's stores into device
 * memory become visible in order (release, or copies that end in order).
 *
 * -DSEQUENCE_FIRST: the sequence is stored before the payload and the fence.
 * -DNO_FLOW: kernels do not wait for room.
 * -DANSWER_NOT_HELD: who wants an answer takes it without asking whether it is held.
 * -DCOMPLETED_IS_TAKEN: `completed` counts what was taken.
 * Each of them must make the model fail.
 */
#ifndef KERNELS
#define KERNELS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 3                 /* of each kernel */
#endif
#define SLOTS 2
#define ANSWERS 1
#define TOTAL (KERNELS * OPERATIONS)
#define NONE 255

/* ---- Device memory ---- */
byte tickets;
byte answer_tickets;
byte consumed;
byte completed;
byte answer_number[ANSWERS];
byte answer_value[ANSWERS];
bool answer_held[ANSWERS];

/* ---- Host memory: what a kernel stored, and what the proxy sees of it ---- */
typedef slot_t {
    byte payload;                    /* the operation's own number */
    byte wants;                      /* answer's number, 0: none */
    byte seen_payload;
    byte seen_wants;
    byte sequence;
    byte seen_sequence;
}
slot_t slot[SLOTS];

/* ---- What happened ---- */
bool taken[TOTAL];
bool done[TOTAL];                    /* it has taken full effect */
byte kernels_left = KERNELS;

/* Under way: out-of-order completion.  under_way[i]: ticket i's operation, or NONE. */
byte under_way[TOTAL];
byte wants_of[TOTAL];
byte proxy_taken;

inline store_payload(s, value, wanted)
{
    slot[s].payload = value;
    slot[s].wants = wanted;
}

/* What was stored before is there before what is stored from now on. */
inline fence(s)
{
    d_step {
        slot[s].seen_payload = slot[s].payload;
        slot[s].seen_wants = slot[s].wants;
        slot[s].seen_sequence = slot[s].sequence;
    }
}

inline store_sequence(s, value)
{
    slot[s].sequence = value;
}

inline send(operation, wanted)
{
    d_step {
        ticket = tickets;
        tickets++;
    }
    index = ticket % SLOTS;
#ifndef NO_FLOW
    (ticket - consumed < SLOTS);
#endif
#ifdef SEQUENCE_FIRST
    store_sequence(index, ticket + 1);
    store_payload(index, operation, wanted);
    fence(index);
#else
    store_payload(index, operation, wanted);
    fence(index);
    store_sequence(index, ticket + 1);
#endif
}

/* The operations of kernel k are k * OPERATIONS and so on; each second one wants an answer,
 * and a kernel ends with a quiet. */
proctype kernel(byte k)
{
    byte i = 0;
    byte ticket;
    byte index;
    byte number;
    byte place;
    byte made;
    do
    :: i < OPERATIONS ->
        if
        :: (k + i) % 2 == 0 ->
            send(k * OPERATIONS + i, 0);
        :: else ->
            number = 0;
            do
            :: number == 0 ->
                d_step {
                    number = answer_tickets + 1;
                    answer_tickets++;
                    place = (number - 1) % ANSWERS;
                }
#ifdef ANSWER_NOT_HELD
                break;
#else
                /* Trying again and again would make the counter run without end: who finds the
                 * answer held tries for the next one when this one is free. */
                if
                :: atomic { !answer_held[place] -> answer_held[place] = true }; break
                :: answer_held[place] -> number = 0; (!answer_held[place])
                fi
#endif
            :: else -> break
            od;
            send(k * OPERATIONS + i, number);
            (answer_number[place] == number);
            assert(answer_value[place] == k * OPERATIONS + i);
            assert(done[k * OPERATIONS + i]);
#ifndef ANSWER_NOT_HELD
            answer_held[place] = false;
#endif
        fi;
        i++;
    :: else -> break
    od;
    /* quiet */
    made = tickets;
    (completed >= made);
    i = 0;
    do
    :: i < OPERATIONS -> assert(done[k * OPERATIONS + i]); i++
    :: else -> break
    od;
    kernels_left--;
}

/* Stores that are on their way arrive, one by one, in any order. */
proctype drain()
{
    byte s;
    do
    :: atomic { slot[0].seen_payload != slot[0].payload || slot[0].seen_wants != slot[0].wants ->
                slot[0].seen_payload = slot[0].payload; slot[0].seen_wants = slot[0].wants }
    :: atomic { slot[0].seen_sequence != slot[0].sequence ->
                slot[0].seen_sequence = slot[0].sequence }
    :: atomic { slot[1].seen_payload != slot[1].payload || slot[1].seen_wants != slot[1].wants ->
                slot[1].seen_payload = slot[1].payload; slot[1].seen_wants = slot[1].wants }
    :: atomic { slot[1].seen_sequence != slot[1].sequence ->
                slot[1].seen_sequence = slot[1].sequence }
    :: atomic { kernels_left == 0 -> break }
    od
}

proctype proxy()
{
    byte operation;
    byte index;
    byte i = 0;                      /* whose turn it is to take effect */
    do
    /* Takes the next request: starts what it holds. */
    :: atomic {
           proxy_taken < TOTAL &&
           slot[proxy_taken % SLOTS].seen_sequence == proxy_taken + 1 ->
           index = proxy_taken % SLOTS;
           operation = slot[index].seen_payload;
           assert(operation < TOTAL);
           assert(!taken[operation]);    /* else: an old payload, or one that was overwritten */
           taken[operation] = true;
           under_way[proxy_taken] = operation;
           wants_of[proxy_taken] = slot[index].seen_wants;
           proxy_taken++;
           operation = 0;
           index = 0;
       }
    /* Tells the kernels, at any time. */
    :: atomic { consumed < proxy_taken -> consumed = proxy_taken }
    :: atomic {
#ifdef COMPLETED_IS_TAKEN
        completed < proxy_taken -> completed = proxy_taken
#else
        completed < proxy_taken && under_way[completed] == NONE ->
        do
        :: completed < proxy_taken && under_way[completed] == NONE -> completed++
        :: else -> break
        od
#endif
       }
    /* One of the operations under way takes full effect. */
    :: atomic {
           i < proxy_taken && under_way[i] != NONE ->
           done[under_way[i]] = true;
           if
           :: wants_of[i] != 0 ->
               answer_value[(wants_of[i] - 1) % ANSWERS] = under_way[i];
               answer_number[(wants_of[i] - 1) % ANSWERS] = wants_of[i];
           :: else
           fi;
           under_way[i] = NONE;
           i = 0;
       }
    :: atomic { i + 1 < proxy_taken -> i++ }
    :: atomic { i > 0 && under_way[i] == NONE -> i = 0 }
    :: atomic { kernels_left == 0 && completed == TOTAL -> break }
    od;
    assert(proxy_taken == TOTAL);
}

init
{
    byte i = 0;
    atomic {
        do
        :: i < TOTAL -> under_way[i] = NONE; i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < SLOTS -> slot[i].payload = NONE; slot[i].seen_payload = NONE; i++
        :: else -> break
        od;
        i = 0;
        do
        :: i < KERNELS -> run kernel(i); i++
        :: else -> break
        od;
        run proxy();
        run drain();
    }
}
