/* SPDX-License-Identifier: MIT */
/* Forms that the second scan knows. Each is told whether it stands around the byte that gives it away. */
#ifndef DFMTO_SHARE_SECOND_FORMS_H
#define DFMTO_SHARE_SECOND_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dfmto_share_text {
  const uint8_t *p;
  size_t n;
};

/* At '@': a name before it, and a domain after it. */
bool dfmto_share_second_mail(struct dfmto_share_text t, size_t at);
/* At the first ':' or '-': six pairs of hexadecimal digits. */
bool dfmto_share_second_mac(struct dfmto_share_text t, size_t at);
/* At the first ':' of an address that is unicast. */
bool dfmto_share_second_ipv6(struct dfmto_share_text t, size_t at);
/* At the first '.'; with_private: private addresses, too. */
bool dfmto_share_second_ipv4(struct dfmto_share_text t, size_t at, bool with_private);
/* At the first of n digits. */
bool dfmto_share_second_imei(struct dfmto_share_text t, size_t at, size_t n);
bool dfmto_share_second_imsi(struct dfmto_share_text t, size_t at, size_t n);
bool dfmto_share_second_iccid(struct dfmto_share_text t, size_t at, size_t n);
/* At "eyJ". */
bool dfmto_share_second_token(struct dfmto_share_text t, size_t at);

#endif
