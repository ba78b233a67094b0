// One stub for each name of names.inc. A stub jumps to the definition that its slot holds, and leaves the
// arguments and the return address as they are. An empty slot is filled first, by tutti_find_definition().

#include "front/stubs.hpp"

// The name as a word of the assembler's macro `stub`, which counts the stubs.
#define TUTTI_NAME(symbol) "stub " #symbol "\n"

#if defined(__x86_64__)

asm(R"(
  .text
  .set index, 0
  .macro stub name
    .globl \name
    .type \name, @function
    .p2align 4
  \name:
    .cfi_startproc
    endbr64
    movq tutti_slots + 8 * index(%rip), %r11
    testq %r11, %r11
    jz 1f
    jmp *%r11
  1:
    movl $index, %r11d
    jmp tutti_first_call
    .cfi_endproc
    .size \name, . - \name
    .set index, index + 1
  .endm

  // Keeps all registers that hold arguments. Passes on the number of the stub and the return address.
  .type tutti_first_call, @function
  tutti_first_call:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    pushq %rax
    pushq %r10
    subq $128, %rsp
    andq $-16, %rsp
    movaps %xmm0, (%rsp)
    movaps %xmm1, 16(%rsp)
    movaps %xmm2, 32(%rsp)
    movaps %xmm3, 48(%rsp)
    movaps %xmm4, 64(%rsp)
    movaps %xmm5, 80(%rsp)
    movaps %xmm6, 96(%rsp)
    movaps %xmm7, 112(%rsp)
    movl %r11d, %edi
    movq 8(%rbp), %rsi
    call tutti_find_definition
    movq %rax, %r11
    movaps (%rsp), %xmm0
    movaps 16(%rsp), %xmm1
    movaps 32(%rsp), %xmm2
    movaps 48(%rsp), %xmm3
    movaps 64(%rsp), %xmm4
    movaps 80(%rsp), %xmm5
    movaps 96(%rsp), %xmm6
    movaps 112(%rsp), %xmm7
    leaq -64(%rbp), %rsp
    popq %r10
    popq %rax
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    popq %rbp
    .cfi_def_cfa %rsp, 8
    jmp *%r11
    .cfi_endproc
    .size tutti_first_call, . - tutti_first_call
)"
#include "front/names.inc"
);

#elif defined(__aarch64__)

asm(R"(
  .text
  .set index, 0
  .macro stub name
    .globl \name
    .type \name, %function
    .p2align 4
  \name:
    .cfi_startproc
    hint #34
    adrp x16, tutti_slots + 8 * index
    ldr x16, [x16, #:lo12:tutti_slots + 8 * index]
    cbz x16, 1f
    br x16
  1:
    mov w16, #index
    b tutti_first_call
    .cfi_endproc
    .size \name, . - \name
    .set index, index + 1
  .endm

  // Keeps all registers that hold arguments. (x8 points to a returned structure.) Passes on the number of the
  // stub and the return address.
  .type tutti_first_call, %function
  tutti_first_call:
    .cfi_startproc
    stp x29, x30, [sp, #-224]!
    .cfi_def_cfa_offset 224
    .cfi_offset x29, -224
    .cfi_offset x30, -216
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    str x8, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
    mov w0, w16
    mov x1, x30
    bl tutti_find_definition
    mov x16, x0
    ldp q6, q7, [sp, #192]
    ldp q4, q5, [sp, #160]
    ldp q2, q3, [sp, #128]
    ldp q0, q1, [sp, #96]
    ldr x8, [sp, #80]
    ldp x6, x7, [sp, #64]
    ldp x4, x5, [sp, #48]
    ldp x2, x3, [sp, #32]
    ldp x0, x1, [sp, #16]
    ldp x29, x30, [sp], #224
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    br x16
    .cfi_endproc
    .size tutti_first_call, . - tutti_first_call
)"
#include "front/names.inc"
);

#else
#error "libtutti.so has stubs for x86-64 and AArch64 only"
#endif
